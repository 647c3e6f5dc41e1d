import Foundation
import Testing
import VKCore

private struct Boom: Error, Equatable {}

/// Runs `body` on a thread of its own and gives its result.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> () -> Result {
  let box = Locked<Result?>(nil)
  Thread.detachNewThread {
    let result = body()
    box.signal { $0 = result }
  }
  return { box.wait { $0 } }
}

@Suite struct LockedTests {
  @Test func noIncrementIsLost() {
    let counter = Locked(0)
    let threads = (0..<4).map { _ in
      onThread { for _ in 0..<5000 { counter.withLock { $0 += 1 } } }
    }
    threads.forEach { $0() }
    #expect(counter.withLock { $0 } == 20000)
  }

  @Test func aSignalWakesTheWaiter() {
    let value = Locked(0)
    let waiter = onThread { value.wait { $0 >= 3 ? $0 * 10 : nil } }
    for _ in 0..<3 { value.signal { $0 += 1 } }
    #expect(waiter() == 30)
  }

  @Test func theLockIsFreeAfterAThrow() {
    let value = Locked(1)
    #expect(throws: Boom.self) { try value.withLock { _ throws(Boom) in throw Boom() } }
    #expect(throws: Boom.self) { try value.signal { _ throws(Boom) in throw Boom() } }
    #expect(value.withLock { $0 } == 1)
  }
}

@Suite struct BoundedQueueTests {
  @Test func elementsComeOutInOrderAcrossThreads() throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    let producer = onThread { () -> Int in
      var most = 0
      for number in 0..<2000 {
        queue.push(number)
        most = max(most, queue.count)
      }
      queue.close()
      return most
    }
    var received: [Int] = []
    while let number = try queue.pop() { received.append(number) }
    #expect(received == Array(0..<2000))
    #expect(producer() <= 3)
  }

  @Test func aFullQueueBlocksUntilThereIsRoom() throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    queue.push(1)
    let pushed = Locked(false)
    let producer = onThread {
      queue.push(2)
      pushed.withLock { $0 = true }
    }
    usleep(20_000)
    #expect(!pushed.withLock { $0 })
    #expect(try queue.pop() == 1)
    producer()
    #expect(try queue.pop() == 2)
  }

  @Test func closingLetsTheRestOutAndThenEnds() throws {
    let queue = BoundedQueue<Int>(capacity: 4)
    queue.push(1)
    queue.push(2)
    queue.close()
    #expect(!queue.push(3))
    #expect(try queue.pop() == 1)
    #expect(try queue.pop() == 2)
    #expect(try queue.pop() == nil)
  }

  @Test func aFailureComesAfterTheLastElementAndEveryTime() throws {
    let queue = BoundedQueue<Int>(capacity: 4)
    queue.push(1)
    queue.close(failure: Boom())
    queue.close()
    #expect(try queue.pop() == 1)
    #expect(throws: Boom.self) { try queue.pop() }
    #expect(throws: Boom.self) { try queue.pop() }
  }

  @Test func cancellingFreesABlockedProducerAndConsumer() throws {
    let full = BoundedQueue<Int>(capacity: 1)
    full.push(1)
    let producer = onThread { full.push(2) }
    let empty = BoundedQueue<Int>(capacity: 1)
    let consumer = onThread { (try? empty.pop()) ?? -1 }
    usleep(10_000)
    full.cancel()
    empty.cancel()
    #expect(!producer())
    #expect(consumer() == -1)
    #expect(try full.pop() == nil)
  }

  @Test func droppingTakesTheOldest() throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    #expect(queue.pushDroppingOldest(1) == nil)
    #expect(queue.pushDroppingOldest(2) == nil)
    #expect(queue.pushDroppingOldest(3) == 1)
    #expect(queue.popIfReady() == 2)
    #expect(queue.popIfReady() == 3)
    #expect(queue.popIfReady() == nil)
    queue.close()
    #expect(queue.pushDroppingOldest(4) == 4)
  }
}
