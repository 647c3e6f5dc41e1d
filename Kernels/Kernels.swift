/// The engine's GLSL, embedded when it is built.
///
/// `Kernels.Color.saturation` is `Kernels/Color/saturation.glsl`.
public enum Kernels {}
