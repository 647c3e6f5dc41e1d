import Foundation
import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct ShaderTests {
  @Test func specializationConstantsAreFoundByTheirNames() throws {
    let bench = try Bench()
    let declarations = """
      layout(constant_id = 3) const int RADIUS = 2;
      layout(constant_id = 7) const float GAIN = 0.5;
      layout(constant_id = 1) const bool FLIP = false;
      layout(constant_id = 9) const uint BASE = 100u;
      """
    let body = "data[i] = BASE + uint(RADIUS) + uint(GAIN * 8.0) + (FLIP ? 1000u : 0u);"
    let buffer = try bench.buffer([0, 0])
    try bench.run(bench.pipeline(body, declarations: declarations), buffer)
    #expect(buffer.words == [106, 106])
    let constants: [String: ConstantValue] = [
      "RADIUS": 8, "GAIN": 1.5, "FLIP": true, "BASE": 4_000_000_000,
    ]
    try bench.run(
      bench.pipeline(body, declarations: declarations, constants: constants), buffer)
    #expect(buffer.words == [4_000_001_020, 4_000_001_020])
  }

  @Test func aWorkGroupSizeCanBeAConstant() throws {
    let bench = try Bench()
    let library = try bench.device.makeLibrary(
      source: """
        #version 450
        layout(local_size_x_id = 0, local_size_y = 2) in;
        layout(set = 1, binding = 0) buffer Data { uint data[]; };
        void main() { data[0] = gl_WorkGroupSize.x * 10u + gl_WorkGroupSize.y; }
        """)
    let pipeline = try bench.device.makeComputePipelineState(
      function: library.makeFunction(constantValues: ["local_size_x": 16]))
    #expect(pipeline.threadsPerThreadgroup == (16, 2, 1))
    let buffer = try bench.buffer([0])
    try bench.run(pipeline, buffer)
    #expect(buffer.words == [162])
  }

  @Test func unknownAndUnfitConstantsAreErrors() throws {
    let bench = try Bench()
    let library = try bench.device.makeLibrary(
      source: """
        #version 450
        layout(constant_id = 0) const int RADIUS = 2;
        layout(set = 1, binding = 0) buffer Data { int data[]; };
        void main() { data[0] = RADIUS; }
        """, name: "blur.comp")
    let unknown = #expect(throws: GPUError.self) {
      try library.makeFunction(constantValues: ["RADIUM": 1])
    }
    #expect(unknown?.description.contains("RADIUM") == true)
    #expect(unknown?.description.contains("RADIUS") == true)
    #expect(throws: GPUError.self) { try library.makeFunction(constantValues: ["RADIUS": 1.5]) }
    #expect(throws: GPUError.self) { try library.makeFunction(name: "other") }
  }

  @Test func pushConstantsAndBytesReachTheKernel() throws {
    let bench = try Bench()
    let buffer = try bench.buffer([0, 0, 0])
    let constants = "layout(push_constant) uniform Constants { uvec2 pair; uint third; };"
    let pushed = try bench.pipeline(
      "data[i] = pair.x * 100u + pair.y * 10u + third;", declarations: constants)
    try bench.run(pushed, buffer) { $0.setPushConstants((UInt32(1), UInt32(2), UInt32(3))) }
    #expect(buffer.words == [123, 123, 123])
    try bench.run(pushed, buffer) { $0.setBytes((UInt32(4), UInt32(5), UInt32(6)), index: 5) }
    #expect(buffer.words == [456, 456, 456])
    let block = "layout(set = 1, binding = 5) uniform Block { uvec2 pair; uint third; };"
    let bound = try bench.pipeline("data[i] = pair.x + pair.y + third;", declarations: block)
    try bench.run(bound, buffer) { $0.setBytes((UInt32(7), UInt32(80), UInt32(900)), index: 5) }
    #expect(buffer.words == [987, 987, 987])
  }

  @Test func smallDataOfManyDispatchesIsNotMixedUp() throws {
    let bench = try Bench()
    let block = "layout(set = 1, binding = 1) uniform Block { uint at; uint value; };"
    let pipeline = try bench.pipeline("if (i == at) data[i] = value;", declarations: block)
    let buffer = try bench.buffer([UInt32](repeating: 0, count: 300))
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(buffer, length: buffer.length, index: 0)
      for index in UInt32(0)..<300 {
        encoder.setBytes((index, index * index), index: 1)
        encoder.dispatchThreads(300)
      }
    }
    try commands.commit().waitUntilCompleted()
    #expect(buffer.words == (0..<300).map { $0 * $0 })
  }

  /// Offsets worked out by hand from the rules of std140 (OpenGL 4.6, 7.6.2.2).
  @Test func offsetsOfNestedMembersAreThoseOfStd140() throws {
    let bench = try Bench()
    let library = try bench.device.makeLibrary(
      source: """
        #version 450
        struct Inner { float a; vec3 b; float c; };
        struct Levels { int steps; Inner inner; mat4 m; float weights[3]; mat3 n; };
        layout(set = 1, binding = 2, std140) uniform Chain {
          float first; vec2 second; Levels third; uint last; Inner list[2];
        };
        layout(set = 1, binding = 0) buffer Data { float data[]; };
        void main() { data[0] = first + third.inner.c + third.m[0][0] + list[1].a; }
        """)
    let members = try #require(library.reflection.members(ofBlockAt: 1, 2))
    // vec2 aligns to 8; a struct to 16; Inner: a 0, b 16, c 28, 32 in all;
    // Levels: 0, 16, 48, 112 (stride 16), 160 (stride 16), 208 in all.
    #expect(members.map(\.name) == ["first", "second", "third", "last", "list"])
    #expect(members.map(\.offset) == [0, 8, 16, 224, 240])
    #expect(members[2].members.map(\.name) == ["steps", "inner", "m", "weights", "n"])
    #expect(members[2].members.map(\.offset) == [0, 16, 48, 112, 160])
    #expect(members[2].members[1].members.map(\.offset) == [0, 16, 28])
    #expect(members[2].members[2].type == .matrix(columns: 4, rows: 4, stride: 16))
    #expect(members[2].members[3].type == .array(.float, count: 3, stride: 16))
    #expect(members[2].members[4].type == .matrix(columns: 3, rows: 3, stride: 16))
    #expect(members[1].type == .vector(.float, count: 2))
    #expect(members[3].type == .uint)
    #expect(members[4].members.map(\.offset) == [0, 16, 28])
    guard case .array(_, count: 2, stride: 32) = members[4].type else {
      Issue.record("list is \(members[4].type)")
      return
    }
  }

  @Test func bindingsTellKindAndAccess() throws {
    let bench = try Bench()
    let library = try bench.device.makeLibrary(
      source: """
        #version 450
        layout(set = 0, binding = 0) uniform sampler2D picture;
        layout(set = 0, binding = 3, rgba8) uniform writeonly image2D target;
        layout(set = 1, binding = 0) uniform samplerBuffer texels;
        layout(set = 1, binding = 1) readonly buffer In { uint source[]; };
        layout(set = 1, binding = 2) buffer Both { uint both[]; };
        layout(set = 1, binding = 4) writeonly buffer Out { uint sink[]; };
        layout(set = 1, binding = 5) uniform Block { vec4 value; };
        void main() {
          imageStore(target, ivec2(0), texture(picture, vec2(0)) + texelFetch(texels, 0) + value);
          both[0] += source[0];
          sink[0] = 1u;
        }
        """)
    let bindings = library.reflection.bindings
    #expect(bindings.map(\.set) == [0, 0, 1, 1, 1, 1, 1])
    #expect(bindings.map(\.index) == [0, 3, 0, 1, 2, 4, 5])
    #expect(
      bindings.map(\.kind) == [
        .sampledTexture, .storageImage, .uniformTexelBuffer, .storageBuffer, .storageBuffer,
        .storageBuffer, .uniformBuffer,
      ])
    #expect(bindings.map(\.isWritten) == [false, true, false, false, true, true, false])
    #expect(bindings.map(\.isRead) == [true, false, true, true, true, false, true])
    #expect(Array(bindings.map(\.name).prefix(3)) == ["picture", "target", "texels"])
  }

  @Test func aFaultyShaderIsAnErrorWithLineAndCaret() throws {
    let bench = try Bench()
    let error = #expect(throws: GPUError.self) {
      try bench.device.makeLibrary(
        source: "#version 450\nvoid main() {\n  float x = wrong + 1.0;\n}\n", name: "mine.comp")
    }
    #expect(error?.code == .compilation)
    let lines = (error?.detail ?? "").split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("mine.comp:3: ") == true, "\(lines)")
    #expect(lines.first?.contains("wrong") == true)
    #expect(
      Array(lines.dropFirst().prefix(2)) == ["    float x = wrong + 1.0;", "              ^"])
  }

  @Test func lineDirectivesNameTheFile() throws {
    let bench = try Bench()
    let error = #expect(throws: GPUError.self) {
      try bench.device.makeLibrary(
        source: """
          #version 450
          #extension GL_GOOGLE_cpp_style_line_directive : require
          #line 1 "Color/broken.glsl"
          float f() { return 1.0; }
          float g() { return missing; }
          #line 1 "glue"
          void main() {}
          """)
    }
    #expect(error?.detail.hasPrefix("Color/broken.glsl:2: ") == true, "\(error?.detail ?? "")")
    #expect(error?.detail.contains("float g() { return missing; }\n") == true)
  }

  @Test func wordsThatAreNotSPIRVAreRefused() throws {
    let bench = try Bench()
    #expect(throws: GPUError.self) { try bench.device.makeLibrary(spirv: []) }
    #expect(throws: GPUError.self) { try bench.device.makeLibrary(spirv: [1, 2, 3, 4, 5, 6, 7]) }
    #expect(throws: GPUError.self) {
      try bench.device.makeLibrary(spirv: [0x0723_0203, 0x1_0500, 0, 9, 0, 0x0000_0005, 1])
    }
  }

  @Test func tooLargeWorkGroupsAreRefused() throws {
    let bench = try Bench()
    let most = bench.device.limits.maxComputeWorkGroupInvocations
    let library = try bench.device.makeLibrary(
      source: """
        #version 450
        layout(local_size_x_id = 0) in;
        layout(set = 1, binding = 0) buffer Data { uint data[]; };
        void main() { data[0] = 1u; }
        """)
    let error = #expect(throws: GPUError.self) {
      try bench.device.makeComputePipelineState(
        function: library.makeFunction(constantValues: ["local_size_x": .integer(most * 64)]))
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func aDamagedCacheEntryIsThrownAwayAndWrittenAnew() throws {
    let bench = try Bench()
    let marker = "data[i] = 424242u; /* \(UUID()) */"
    let buffer = try bench.buffer([0])
    try bench.run(bench.pipeline(marker), buffer)
    let file = try #require(Environment.cacheFiles(containing: marker).first)
    let sound = try Data(contentsOf: file)
    for damage in [0, sound.count / 2, sound.count - 20, sound.count - 1] {
      var bytes = sound
      bytes[damage] ^= 0x40
      try bytes.write(to: file)
      buffer.words = [0]
      try bench.run(bench.pipeline(marker), buffer)
      #expect(buffer.words == [424_242])
      #expect(try Data(contentsOf: file) == sound)
    }
    for length in [0, 3, 40, sound.count - 4] {
      try sound.prefix(length).write(to: file)
      try bench.run(bench.pipeline(marker), buffer)
      #expect(try Data(contentsOf: file) == sound)
    }
  }

  @Test func aDamagedPipelineCacheIsThrownAway() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let body = "data[i] = 5u;"
    _ = try bench.pipeline(body)
    let folder = Environment.cacheFolder.appending(path: "vkfilter")
    let file = folder.appending(
      path: "pipelines-\(device.description.uuid)-\(device.description.driverUUID).bin")
    for length in [4, 64, 4096] {
      try Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(to: file)
      let bench = try Bench(Bench.own())
      let buffer = try bench.buffer([0])
      try bench.run(bench.pipeline(body), buffer)
      #expect(buffer.words == [5])
    }
  }

  @Test func aCacheThatHasGrownTooLargeLosesItsOldestEntries() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vkcompute-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func fill(_ count: Int) throws {
      for index in 0..<count {
        let file = folder.appending(path: "\(index).spv")
        try Data().write(to: file)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(index) * 100)],
          ofItemAtPath: file.path)
      }
    }
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
    try fill(DiskCache.capacity)
    DiskCache.prune(folder.path)
    #expect(try names().count == DiskCache.capacity)
    try fill(DiskCache.capacity + 1)
    DiskCache.prune(folder.path)
    let kept = ((DiskCache.capacity / 2 + 1)...DiskCache.capacity).map { "\($0).spv" }
    #expect(try names() == Set(kept))
  }
}
