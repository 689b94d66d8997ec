import Foundation
import MicaCommandLine

/// The conditions that a program of a package is run under: fonts, appearance, size of text, device.
struct TestConditions {
    /// The variables of the program's environment.
    private(set) var environment: [String: String] = [:]

    /// The lines of `--help`.
    static let help = """
          --fonts DIR          uses the fonts of a folder and no others
          --dark               sets the dark appearance
          --content-size NAME  sets the size of text: small, large (the default), extra-large, accessibility-large ...
          --device NAME        sets the screen and its safe area: \(TestDevice.all.prefix(1)[0].name) ... ipad-pro-13; or WxH@S
        """

    /// Takes an option of the conditions; returns false for another.
    ///
    /// - Parameter value: reads the option's value.
    /// - Throws: what is wrong with the value.
    mutating func take(_ option: String, value: () throws -> String) throws -> Bool {
        switch option {
        case "--dark": environment["MICA_APPEARANCE"] = "dark"
        case "--light": environment["MICA_APPEARANCE"] = "light"
        case "--fonts":
            let folder = try value()
            let path = URL(fileURLWithPath: folder).standardizedFileURL.path
            guard FileManager.default.fileExists(atPath: path) else {
                throw PortError("--fonts: there is no folder \(folder)")
            }
            environment["MICA_FONTS"] = path
        case "--content-size":
            let name = try value()
            guard let category = Self.contentSizes[name] else {
                throw PortError(
                    "--content-size: there is no size '\(name)': it is one of \(Self.sizeNames.joined(separator: ", "))"
                )
            }
            environment["MICA_CONTENT_SIZE"] = category
        case "--device":
            let name = try value()
            if let device = TestDevice.all.first(where: { $0.name == name }) {
                environment.merge(device.environment) { $1 }
            } else if name.wholeMatch(of: /\d{1,5}x\d{1,5}@\d(\.\d+)?/) != nil {
                environment["MICA_SCREEN"] = name
            } else {
                let names = TestDevice.all.map(\.name).joined(separator: ", ")
                throw PortError("--device: there is no device '\(name)': it is one of \(names), or WxH@SCALE in points")
            }
        default: return false
        }
        return true
    }

    private static let sizeNames = [
        "extra-small", "small", "medium", "large", "extra-large", "extra-extra-large", "extra-extra-extra-large",
        "accessibility-medium", "accessibility-large", "accessibility-extra-large", "accessibility-extra-extra-large",
        "accessibility-extra-extra-extra-large",
    ]
    private static let contentSizes: [String: String] = Dictionary(
        uniqueKeysWithValues: zip(
            sizeNames,
            [
                "XS", "S", "M", "L", "XL", "XXL", "XXXL", "AccessibilityM", "AccessibilityL", "AccessibilityXL",
                "AccessibilityXXL", "AccessibilityXXXL",
            ]))
}
