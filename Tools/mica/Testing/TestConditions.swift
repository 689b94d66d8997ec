import Foundation
import MicaCommandLine

/// The conditions that a program of a package is run under: fonts, appearance, size of text, device, language.
struct TestConditions {
    private var variables: [String: String] = [:]
    private var language: String?
    private var region: String?
    /// The test plan or scheme of `--test-plan`; the options of the command line come before its own.
    private(set) var plan: TestPlan?

    /// The lines of `--help`.
    static let help = """
          --fonts DIR          uses the fonts of a folder and no others
          --dark               sets the dark appearance
          --content-size NAME  sets the size of text: small, large (the default), extra-large, accessibility-large ...
          --device NAME        sets the screen and its safe area: \(TestDevice.all.prefix(1)[0].name) ... ipad-pro-13; or WxH@S
          --system-version N   sets the version that UIDevice reports: 17.5; tests may have pictures for some versions only
          --language CODE      sets the language: ar, de, zh-Hans ...; its direction is the interface's
          --region CODE        sets the region: EG, DE, US ...
          --test-plan FILE     takes language, region and variables of an .xctestplan or .xcscheme; of a plan with several
                               configurations, FILE:NAME takes one
        """

    /// Takes an option of the conditions; returns false for another.
    ///
    /// - Parameter value: reads the option's value.
    /// - Throws: what is wrong with the value.
    mutating func take(_ option: String, value: () throws -> String) throws -> Bool {
        switch option {
        case "--dark": variables["MICA_APPEARANCE"] = "dark"
        case "--light": variables["MICA_APPEARANCE"] = "light"
        case "--fonts":
            let folder = try value()
            let path = URL(fileURLWithPath: folder).standardizedFileURL.path
            guard FileManager.default.fileExists(atPath: path) else {
                throw PortError("--fonts: there is no folder \(folder)")
            }
            variables["MICA_FONTS"] = path
        case "--content-size":
            let name = try value()
            guard let category = Self.contentSizes[name] else {
                throw PortError(
                    "--content-size: there is no size '\(name)': it is one of \(Self.sizeNames.joined(separator: ", "))"
                )
            }
            variables["MICA_CONTENT_SIZE"] = category
        case "--device":
            let name = try value()
            if let device = TestDevice.all.first(where: { $0.name == name }) {
                variables.merge(device.environment) { $1 }
            } else if name.wholeMatch(of: /\d{1,5}x\d{1,5}@\d(\.\d+)?/) != nil {
                variables["MICA_SCREEN"] = name
            } else {
                let names = TestDevice.all.map(\.name).joined(separator: ", ")
                throw PortError("--device: there is no device '\(name)': it is one of \(names), or WxH@SCALE in points")
            }
        case "--system-version":
            let version = try value()
            guard version.wholeMatch(of: /\d+(\.\d+){0,2}/) != nil else {
                throw PortError("\(option): '\(version)' is not a version, such as 17.5")
            }
            variables["MICA_SYSTEM_VERSION"] = version
        case "--language": language = try Self.checked(language: value(), option)
        case "--region": region = try Self.checked(region: value(), option)
        case "--test-plan":
            let plan = try TestPlan(try value())
            _ = try plan.language.map { try Self.checked(language: $0, option) }
            _ = try plan.region.map { try Self.checked(region: $0, option) }
            self.plan = plan
        default: return false
        }
        return true
    }

    /// Whether the program has a language or a region, so that `Kit.buildOptions` links `MicaLocale`.
    var isLocalized: Bool { (language ?? region ?? plan?.language ?? plan?.region) != nil }

    /// The variables of the program's environment.
    var environment: [String: String] {
        var result = plan?.variables ?? [:]
        result.merge(variables) { $1 }
        guard isLocalized else { return result }
        let language = language ?? plan?.language ?? "en"
        result["MICA_LANGUAGE"] = language
        // A language without a region has that of the language's usual locale.
        let region = region ?? plan?.region
        result["MICA_LOCALE"] = ([language.replacingOccurrences(of: "-", with: "_")] + [region].compactMap { $0 })
            .joined(separator: "_")
        return result
    }

    private static func checked(language: String, _ option: String) throws -> String {
        let parts = language.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
        guard language.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) != nil,
            LocaleCodes.isLanguage(parts[0].lowercased())
        else {
            throw PortError("\(option): '\(language)' is not the code of a language, such as ar, de or zh-Hans")
        }
        // Behind the language a script, of four letters, a region, and variants, of four characters and more.
        if let region = parts.dropFirst().first(where: { $0.count < 4 }) { _ = try checked(region: region, option) }
        return language
    }

    private static func checked(region: String, _ option: String) throws -> String {
        guard LocaleCodes.isRegion(region.uppercased()) else {
            throw PortError("\(option): '\(region)' is not the code of a region, such as EG, DE or US")
        }
        return region.uppercased()
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
