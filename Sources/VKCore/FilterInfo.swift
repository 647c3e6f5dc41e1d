/// What the catalogue knows of a filter type.
public struct FilterInfo<F: Filter>: Sendable {
  /// The short name in chains, kebab-case.
  public let name: String
  /// Whose name the short name is.
  public let vocabulary: FilterVocabulary
  /// The shelf it stands on.
  public let category: FilterCategory
  /// One sentence for users.
  public let summary: String
  /// Where the maths comes from.
  public let source: String
  /// The GLSL; nil for linear and composite filters.
  public let kernel: Kernel?
  /// The colour values that the kernel expects.
  public let domain: ColorDomain
  /// Whether the filter changes alpha (opacity, keying, compositing on transparency).
  public let writesAlpha: Bool
  /// Whether the filter is there to make opaque pictures transparent: its results are kept in a format with alpha.
  public let makesTransparency: Bool
  /// Whether the filter makes grey pictures coloured, whatever its parameters: its results are kept in a format with colours.
  public let makesColor: Bool
  /// Whether what it writes is numbers and no colour: kept as floats, neither clamped nor weighed by alpha.
  public let writesData: Bool
  /// Other names: `CIName`, `CIName.key` where only one key of that filter is meant, or `name=key=value:…` for a name with
  /// defaults of its own.
  public let aliases: [String]
  /// The number of pictures it takes.
  public let inputs: Int
  /// The parameters in the order of bare values.
  public let parameters: [Parameter<F>]

  /// Declares a filter.
  public init(
    name: String, vocabulary: FilterVocabulary = .own, category: FilterCategory, summary: String,
    source: String,
    kernel: Kernel? = nil, domain: ColorDomain = .gamma, writesAlpha: Bool = false,
    makesTransparency: Bool = false, makesColor: Bool = false, writesData: Bool = false,
    aliases: [String] = [], inputs: Int = 1, parameters: [Parameter<F>] = []
  ) {
    self.name = name
    self.vocabulary = vocabulary
    self.category = category
    self.summary = summary
    self.source = source
    self.kernel = kernel
    self.domain = domain
    self.writesAlpha = writesAlpha || makesTransparency
    self.makesTransparency = makesTransparency
    self.makesColor = makesColor
    self.writesData = writesData
    self.aliases = aliases
    self.inputs = inputs
    self.parameters = parameters
  }
}

/// Whose a filter's short name and keys are.
public enum FilterVocabulary: String, Sendable, CaseIterable {
  /// This project's.
  case own
  /// FFmpeg's: name, keys, their order, units and defaults mean what they mean there.
  case ffmpeg
}

/// The shelves of the catalogue.
public enum FilterCategory: String, Sendable, CaseIterable {
  /// Colour adjustments.
  case color
  /// Blurs.
  case blur
  /// Edges, sharpening and other convolutions.
  case convolution
  /// Minima, maxima and medians.
  case morphology
  /// Distortions and stylization.
  case effect
  /// Size, place and orientation.
  case geometry
  /// Two pictures into one.
  case blend
  /// Filters with memory.
  case temporal
  /// Numbers.
  case analysis
  /// Pictures out of nothing.
  case generator
  /// How a stream is written.
  case stream
}

/// The colour values that a kernel expects.
public enum ColorDomain: Sendable {
  /// As stored, gamma-encoded: GPUImage's and the default.
  case gamma
  /// Linear light.
  case linear
  /// Y′CbCr codes over 255 in the frame's matrix and range, whatever its depth; RGB pictures as BT.601 in limited range, which
  /// is what FFmpeg converts them to.
  case yuv
  /// As `yuv`, but RGB pictures stay RGB.
  case stored
}

/// A parameter's value in its erased form.
public enum ParameterValue: Sendable, Hashable {
  /// A number.
  case float(Float)
  /// A whole number.
  case integer(Int)
  /// On or off.
  case boolean(Bool)
  /// Two to sixteen numbers: a point, a colour, a matrix row by row.
  case vector([Float])
  /// A word out of a list.
  case choice(String)
  /// A lookup table.
  case table(LookupTable)
  /// Arithmetic that is worked out when the pictures are known.
  case expression(Expression)
  /// Text of a form of its own.
  case text(String)
}

/// What a parameter is, apart from its filter's type.
public struct ParameterDescription: Sendable {
  /// What values it takes.
  public enum Kind: Sendable, Hashable {
    /// A number in a range.
    case float(ClosedRange<Float>)
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
    /// True or false.
    case boolean
    /// A colour.
    case color
    /// A point, as fractions of the picture or as said in the help.
    case point
    /// That many numbers in a range.
    case vector(count: Int, ClosedRange<Float>)
    /// One of these words.
    case choice([String])
    /// A lookup table file (.cube).
    case table
    /// Arithmetic over these names.
    case expression([String])
    /// Text of the form that this tells, such as `x/y x/y …`.
    case text(String)
  }

  /// The name: the Swift property's, GPUImage's where GPUImage has it.
  ///
  /// The kernel's member has the same name.
  public let name: String
  /// Other names that chains may use; `name.1` is the second number of a value `name=a/b` that sets several parameters.
  public let aliases: [String]
  /// What values it takes.
  public let kind: Kind
  /// The unit (`px`, `deg`, `%`), or empty.
  public let unit: String
  /// The value that changes nothing, where one does.
  public let identity: ParameterValue?
  /// One sentence for users.
  public let help: String
  /// Other words for a choice.
  public var synonyms: [String: String] = [:]
  /// Whether a chain must give it.
  public var isRequired = false
  /// Texts that show what the parameter does, where it takes text.
  public var examples: [String] = []
  /// What is wrong with a text; nil when nothing is.
  public var textFault: (@Sendable (String) -> String?)?
}

/// A parameter of filter `F`: its description and the way to the property.
public struct Parameter<F>: Sendable {
  /// What it is.
  public let description: ParameterDescription
  /// Reads the property.
  public let get: @Sendable (F) -> ParameterValue
  /// Writes the property; a value of another kind changes nothing.
  public let set: @Sendable (inout F, ParameterValue) -> Void
  /// What is wrong with the property, where the filter knows it and the value need not be looked at again.
  public private(set) var check: (@Sendable (F) -> String?)?

  /// Declares a number.
  public static func float(
    _ name: String, _ path: any WritableKeyPath<F, Float> & Sendable, in range: ClosedRange<Float>,
    identity: Float? = nil, unit: String = "", aliases: [String] = [], _ help: String
  ) -> Self {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .float(range), unit: unit,
        identity: identity.map { .float($0) }, help: help),
      get: { .float($0[keyPath: path]) },
      set: { if case .float(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// Declares a whole number.
  public static func integer(
    _ name: String, _ path: any WritableKeyPath<F, Int> & Sendable, in range: ClosedRange<Int>,
    identity: Int? = nil, unit: String = "", aliases: [String] = [], _ help: String
  ) -> Self {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .integer(range), unit: unit,
        identity: identity.map { .integer($0) }, help: help),
      get: { .integer($0[keyPath: path]) },
      set: { if case .integer(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// Declares a switch.
  public static func boolean(
    _ name: String, _ path: any WritableKeyPath<F, Bool> & Sendable, identity: Bool? = nil,
    aliases: [String] = [], _ help: String
  ) -> Self {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .boolean, unit: "",
        identity: identity.map { .boolean($0) }, help: help),
      get: { .boolean($0[keyPath: path]) },
      set: { if case .boolean(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// Declares a colour; the kernel's member is a `vec4` or a `vec3`.
  public static func color(
    _ name: String, _ path: any WritableKeyPath<F, Color> & Sendable, identity: Color? = nil,
    aliases: [String] = [], _ help: String
  ) -> Self {
    func vector(_ color: Color) -> ParameterValue {
      .vector([color.red, color.green, color.blue, color.alpha])
    }
    return Self(
      description: .init(
        name: name, aliases: aliases, kind: .color, unit: "", identity: identity.map(vector),
        help: help),
      get: {
        .vector([
          $0[keyPath: path].red, $0[keyPath: path].green, $0[keyPath: path].blue,
          $0[keyPath: path].alpha,
        ])
      },
      set: {
        if case .vector(let v) = $1, v.count == 4 {
          $0[keyPath: path] = Color(v[0], v[1], v[2], v[3])
        }
      })
  }

  /// Declares a point; the kernel's member is a `vec2`.
  public static func point(
    _ name: String, _ path: any WritableKeyPath<F, Point> & Sendable, identity: Point? = nil,
    unit: String = "", aliases: [String] = [], _ help: String
  ) -> Self {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .point, unit: unit,
        identity: identity.map { .vector([$0.x, $0.y]) }, help: help),
      get: { .vector([$0[keyPath: path].x, $0[keyPath: path].y]) },
      set: { if case .vector(let v) = $1, v.count == 2 { $0[keyPath: path] = Point(v[0], v[1]) } })
  }

  /// Declares a list of numbers of a fixed count: three a channel, or a 4×4 matrix row by row (a `mat4` in the kernel, so that
  /// `p.matrix * c` is rows times column).
  public static func vector(
    _ name: String, _ path: any WritableKeyPath<F, [Float]> & Sendable, count: Int,
    in range: ClosedRange<Float>, identity: [Float]? = nil, unit: String = "",
    aliases: [String] = [], _ help: String
  ) -> Self {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .vector(count: count, range), unit: unit,
        identity: identity.map { .vector($0) }, help: help),
      get: { .vector($0[keyPath: path]) },
      set: { if case .vector(let v) = $1, v.count == count { $0[keyPath: path] = v } })
  }

  /// Declares a word out of a list; in the kernel an `int`, the word's place in the list.
  public static func choice<Choice>(
    _ name: String, _ path: any WritableKeyPath<F, Choice> & Sendable, identity: Choice? = nil,
    aliases: [String] = [], synonyms: [String: Choice] = [:], _ help: String
  ) -> Self
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .choice(Choice.allCases.map(\.rawValue)), unit: "",
        identity: identity.map { .choice($0.rawValue) }, help: help,
        synonyms: synonyms.mapValues(\.rawValue)),
      get: { .choice($0[keyPath: path].rawValue) },
      set: {
        if case .choice(let word) = $1, let value = Choice(rawValue: word) {
          $0[keyPath: path] = value
        }
      })
  }

  /// Declares a lookup table; the kernel reads it by `entry(index)`.
  public static func table(
    _ name: String, _ path: any WritableKeyPath<F, LookupTable> & Sendable,
    isRequired: Bool = true, identity: LookupTable? = .identity, aliases: [String] = [],
    _ help: String
  ) -> Self {
    var description = ParameterDescription(
      name: name, aliases: aliases, kind: .table, unit: "",
      identity: identity.map { .table($0) }, help: help)
    description.isRequired = isRequired
    return Self(
      description: description,
      get: { .table($0[keyPath: path]) },
      set: { if case .table(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// Declares arithmetic over `variables`.
  public static func expression(
    _ name: String, _ path: any WritableKeyPath<F, Expression> & Sendable, over variables: [String],
    unit: String = "", aliases: [String] = [], _ help: String
  ) -> Self {
    Self(
      description: .init(
        name: name, aliases: aliases, kind: .expression(variables), unit: unit, identity: nil,
        help: help),
      get: { .expression($0[keyPath: path]) },
      set: { if case .expression(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// Declares text of a form of its own; `fault` says what is wrong with one, and `check`, where the filter has found that
  /// out already, with the one that it has.
  public static func text(
    _ name: String, _ path: any WritableKeyPath<F, String> & Sendable, form: String,
    aliases: [String] = [], examples: [String] = [],
    fault: @escaping @Sendable (String) -> String?, check: (@Sendable (F) -> String?)? = nil,
    _ help: String
  ) -> Self {
    var description = ParameterDescription(
      name: name, aliases: aliases, kind: .text(form), unit: "", identity: nil, help: help)
    description.textFault = fault
    description.examples = examples
    return Self(
      description: description, get: { .text($0[keyPath: path]) },
      set: { if case .text(let value) = $1 { $0[keyPath: path] = value } }, check: check)
  }
}
