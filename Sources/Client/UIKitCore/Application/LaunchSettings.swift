import CoreGraphics
import Foundation
import QuartzCore

/// The conditions that a program starts under, from its environment. `mica test` and `mica see` set them.
///
/// | variable | value |
/// |---|---|
/// | `MICA_SCREEN` | the screen without a window: `390x844@3`, points and pixels per point |
/// | `MICA_SAFE_AREA` | a full window's safe area: `59,0,34,0`, points from the top, left, bottom and right |
/// | `MICA_APPEARANCE` | `light` or `dark` |
/// | `MICA_CONTENT_SIZE` | the size of text, as the end of Apple's name: `XS` to `XXXL`, `AccessibilityM` to `AccessibilityXXXL` |
/// | `MICA_LANGUAGE` | the language, as `ar` or `he-IL`: its direction is that of the interface |
/// | `MICA_SYSTEM_VERSION` | the version that `UIDevice` reports: `17.5` |
/// | `MICA_TEXT_AREAS` | the folder of the records of text in pictures (`TextAreas`) |
///
/// A value that cannot be read counts as none.
struct LaunchSettings: Sendable {
    /// The screen's scale and bounds without a window.
    var screen = (scale: CGFloat(2), bounds: CGRect(x: 0, y: 0, width: 390, height: 844))
    /// The safe area of a window that fills the screen.
    var safeArea = UIEdgeInsets.zero
    /// The system's style at first.
    var style = UIUserInterfaceStyle.light
    /// The user's size of text.
    var contentSize = UIContentSizeCategory.large
    /// The direction of the user's language.
    var direction = UIUserInterfaceLayoutDirection.leftToRight
    /// The version of the system that a device reports; nil for this one's.
    var systemVersion: String?
    /// The folder of the records of text in pictures; nil for none.
    var textAreas: String?

    /// Reads the settings.
    init(_ environment: [String: String]) {
        func numbers(_ text: String?, _ separators: String) -> [CGFloat] {
            (text ?? "").split(whereSeparator: { separators.contains($0) }).map { CGFloat(Double($0) ?? .nan) }
        }
        let shape = numbers(environment["MICA_SCREEN"], "x@")
        if shape.count == 3, shape.allSatisfy({ $0 >= 1 && $0 <= 16384 }), shape[2] <= 16 {
            screen = (shape[2], CGRect(x: 0, y: 0, width: shape[0], height: shape[1]))
        }
        let edges = numbers(environment["MICA_SAFE_AREA"], ",")
        if edges.count == 4, edges.allSatisfy({ $0 >= 0 && $0 <= 16384 }) {
            safeArea = UIEdgeInsets(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])
        }
        if environment["MICA_APPEARANCE"] == "dark" { style = .dark }
        let named = UIContentSizeCategory(
            rawValue: "UICTContentSizeCategory" + (environment["MICA_CONTENT_SIZE"] ?? ""))
        if UIContentSizeCategory.all.contains(named) { contentSize = named }
        let parts = (environment["MICA_LANGUAGE"] ?? "").split(whereSeparator: { $0 == "-" || $0 == "_" }).map(
            String.init)
        // A script of four letters says more than the language.
        let decisive = parts.dropFirst().first { $0.count == 4 } ?? parts.first ?? ""
        if Self.fromTheRight.contains(decisive) { direction = .rightToLeft }
        systemVersion = environment["MICA_SYSTEM_VERSION"]
        textAreas = environment["MICA_TEXT_AREAS"]
    }

    /// Languages and scripts that are written from right to left. Foundation's own table is in ICU's data, which the shipped command
    /// leaves out (dev/ship).
    private static let fromTheRight: Set = [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
        "Arab", "Hebr", "Nkoo", "Syrc", "Thaa",
    ]

    /// The program's settings. The first use begins the records of text.
    static let current: LaunchSettings = {
        let settings = LaunchSettings(ProcessInfo.processInfo.environment)
        TextAreas.begin(in: settings.textAreas)
        return settings
    }()

    /// Gives an application a host for its windows, if the program is a test of `mica test`: `MicaTesting` has the function.
    ///
    /// UIKit does not import `MicaTesting`, so it looks for the function by name.
    static func showTests() {
        guard ProcessInfo.processInfo.environment["MICA_TEST"] == "1", let found = unsafe dlsym(nil, "mica_show_tests")
        else { return }
        unsafe unsafeBitCast(found, to: (@convention(c) () -> Void).self)()
    }
}
