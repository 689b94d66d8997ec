import Foundation
import Mica
import QuartzCore

/// The backend of windows: the user's choice by an environment variable, or else the program's.
enum BackendSetting {
    /// The variable. Its value is `cpu`, `gl` or `auto`, and replaces the backend that a program asks for.
    static let variable = "MICA_WINDOW_BACKEND"

    /// The backend that a window uses.
    ///
    /// - Parameters:
    ///   - program: The backend that the program asks for.
    ///   - report: Called with a line of text if the variable's value is unknown; the program's backend is used then.
    static func resolved(
        _ program: LayerRenderer.Backend, environment: [String: String] = ProcessInfo.processInfo.environment,
        report: (String) -> Void
    ) -> LayerRenderer.Backend {
        guard let value = environment[variable], !value.isEmpty else { return program }
        switch value {
        case "cpu": return .cpu
        case "gl": return .gl
        case "auto": return .auto
        default:
            report("\(variable) is '\(value)', which is ignored: use cpu, gl or auto")
            return program
        }
    }
}
