import MicaGL
import QuartzCore

extension LayerRenderer.Backend {
    /// The reason why this machine does not have the backend, in one line; nil if it does. The first call for `gl`
    /// opens libEGL.
    public var unavailability: String? {
        guard self == .gl, case .failure(let error) = GLDevice.shared else { return nil }
        return error.description
    }

    /// The backend that draws when this one is set.
    package var resolved: LayerRenderer.Backend {
        switch self {
        case .cpu, .reference: self
        case .gl: unavailability == nil ? .gl : .cpu
        case .auto: Self.hasHardware ? .gl : .cpu
        }
    }

    /// Whether OpenGL is implemented in hardware here.
    private static var hasHardware: Bool {
        if case .success(let device) = GLDevice.shared { !device.isSoftware } else { false }
    }

    /// A description of the machine's OpenGL and of the choice of `auto`, line by line.
    package static var report: [String] {
        let choice = "auto: \(LayerRenderer.Backend.auto.resolved.rawValue), because "
        switch GLDevice.shared {
        case .failure(let error): return ["OpenGL: none: \(error.description)", choice + "there is no OpenGL"]
        case .success(let device):
            return [
                "OpenGL: \(device.version), \(device.renderer), by EGL's \(device.platform) platform",
                "textures: up to \(device.mostTexels) x \(device.mostTexels)",
                choice
                    + (device.isSoftware
                        ? "the processor draws for OpenGL as well, in a slower way" : "hardware draws for OpenGL"),
            ]
        }
    }
}
