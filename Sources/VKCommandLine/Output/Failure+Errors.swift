import VKBenchmark
import VKCamera
import VKCompute
import VKCore
import VKMedia
import VKPreview
import VKStream

extension Failure {
  /// The failure that stands for any error of the engine.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FilterError: self.init(Self.code(error), error.detail)
    case let error as GPUError: self.init(Self.code(error), error.description)
    case let error as PreviewError: self.init(.unavailable, error.description)
    case let error as MediaError: self.init(Self.code(error), error.description)
    case let error as StreamError: self.init(Self.code(error), error.description)
    case let error as CameraError: self.init(Self.code(error), error.description)
    case let error as BenchmarkError:
      self.init(Code(rawValue: error.exitStatus) ?? .software, error.description)
    default: self.init(.software, "\(error)")
    }
  }

  private static func code(_ error: FilterError) -> Code {
    switch error.code {
    case .missingFile: .noInput
    case .invalidFile: .badData
    case .kernel: .software
    default: .usage
    }
  }

  private static func code(_ error: GPUError) -> Code {
    error.code == .compilation ? .software : .unavailable
  }

  private static func code(_ error: CameraError) -> Code {
    switch error.code {
    case .notFound, .notACamera: .noInput
    case .permission: .noPermission
    case .busy, .bandwidth, .unsupported: .unavailable
    case .disconnected, .timeout, .io: .inputOutput
    default: .software
    }
  }

  private static func code(_ error: StreamError) -> Code {
    switch error.code {
    case .usage, .incompatible: .usage
    case .exists: .cannotCreate
    case .unauthorized: .noPermission
    case .notFound: .noInput
    case .missingLibrary: .unavailable
    default: .inputOutput
    }
  }

  private static func code(_ error: MediaError) -> Code {
    switch error.code {
    case .usage: .usage
    case .noInput: .noInput
    case .notAVideo, .invalidData, .unsupported, .noFrames: .badData
    case .cannotCreate, .exists, .sameFile, .encoderRefused: .cannotCreate
    case .noEncoder: .unavailable
    case .permission: .noPermission
    case .io, .timeout, .lost: .inputOutput
    default: .software
    }
  }
}
