import CoreGraphics
import Foundation
import MicaTrace

/// Pictures in asset catalogues that were copied unchanged: folders `NAME.xcassets` that contain `NAME.imageset`.
///
/// *Source*: Apple, Asset Catalog Format Reference, "Image Set Type": `images` of a set's Contents.json have
/// `filename`, `scale` (`1x` to `3x`) and `idiom`. A group that provides a namespace precedes the name, with a slash
/// between.
enum AssetFolder {
    private struct Contents: Decodable {
        struct Image: Decodable {
            var filename: String?
            var scale: String?
            var idiom: String?
            var appearances: [[String: String]]?

            /// The style that the picture is for; nil for one of another appearance.
            var style: UIUserInterfaceStyle? {
                guard let appearances, !appearances.isEmpty else { return .unspecified }
                guard appearances.count == 1, appearances[0]["appearance"] == "luminosity" else { return nil }
                return switch appearances[0]["value"] {
                case "dark": .dark
                case "light": .light
                default: nil
                }
            }
        }
        struct Properties: Decodable {
            var isNamespace: Bool?
            var intent: String?
            enum CodingKeys: String, CodingKey {
                case isNamespace = "provides-namespace", intent = "template-rendering-intent"
            }
        }
        var images: [Image]?
        var properties: Properties?
    }

    /// A file of a set, and whether the set has others for a light or a dark interface.
    typealias File = (path: String, scale: CGFloat, hasStyles: Bool)

    /// The file of a picture that suits a screen best: of the style, or else of any, and then of the screen's
    /// resolution, or else a higher one, or else a lower one. A picture without resolutions has one file.
    ///
    /// *Source*: Apple, Asset Catalog Format Reference, "Image Set Type": `appearances` with `luminosity` `light` or
    /// `dark`. Pictures of a high contrast are passed over.
    static func file(
        ofImage name: String, in folder: String, screen: CGFloat, style: UIUserInterfaceStyle = .unspecified
    ) -> File? {
        let catalogues = entries(folder).filter { $0.hasSuffix(".xcassets") }
        for catalogue in catalogues {
            guard let set = set(name, in: "\(folder)/\(catalogue)", depth: 0), let contents = contents(set) else {
                continue
            }
            let wanted = min(max(screen.rounded(.up), 1), 3)
            let images = contents.images ?? []
            let hasStyles = images.contains { $0.style.map { $0 != .unspecified } ?? false }
            let styles: [UIUserInterfaceStyle] = style == .dark ? [.dark, .unspecified] : [.light, .unspecified]
            for kind in styles {
                let files = images.filter { $0.style == kind }.compactMap { image in
                    image.filename.map { (path: "\(set)/\($0)", scale: number(image.scale), hasStyles: hasStyles) }
                }.filter {
                    !$0.path.contains("/..") && isReadable($0.path) && FileManager.default.fileExists(atPath: $0.path)
                }
                let higher = files.filter { $0.scale >= wanted }.min { $0.scale < $1.scale }
                if let best = higher ?? files.max(by: { $0.scale < $1.scale }) { return best }
            }
        }
        return nil
    }

    /// Whether the file is of a kind that is read. Others are said once, as nothing else shows why there is no picture.
    private static func isReadable(_ path: String) -> Bool {
        let kind = (path as NSString).pathExtension.lowercased()
        guard ["pdf", "svg", "heic", "heif"].contains(kind) else { return true }
        Notices.say("\(path): \(kind.uppercased()) pictures are not read here: give the set a PNG file beside it")
        return false
    }

    /// Pixels per point of a file in a set; nil if the set does not give it.
    static func scale(ofFile path: String) -> CGFloat? {
        let (set, file) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        return contents(set)?.images?.first { $0.filename == file }.map { number($0.scale) }
    }

    /// How a picture of a set is drawn. *Source*: Apple, Asset Catalog Format Reference, "template-rendering-intent":
    /// `template`, `original`.
    static func mode(ofFile path: String) -> UIImage.RenderingMode {
        switch contents((path as NSString).deletingLastPathComponent)?.properties?.intent {
        case "template": .alwaysTemplate
        case "original": .alwaysOriginal
        default: .automatic
        }
    }

    private static func number(_ scale: String?) -> CGFloat {
        switch scale {
        case "2x": 2
        case "3x": 3
        default: 1
        }
    }

    private static func entries(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// The folder of a set of a kind, in the catalogues of a folder; nil if there is none.
    static func folder(of name: String, kind: String, in folder: String) -> String? {
        entries(folder).lazy.filter { $0.hasSuffix(".xcassets") }
            .compactMap { set(name, kind: kind, in: "\(folder)/\($0)", depth: 0) }.first
    }

    /// The folder of a set, in a catalogue and its groups.
    private static func set(_ name: String, kind: String = "imageset", in folder: String, depth: Int) -> String? {
        guard depth < 16 else { return nil }
        let entries = entries(folder)
        if entries.contains("\(name).\(kind)") { return "\(folder)/\(name).\(kind)" }
        for group in entries where (group as NSString).pathExtension.isEmpty {
            let path = "\(folder)/\(group)"
            let isNamespace = contents(path)?.properties?.isNamespace == true
            if isNamespace, !name.hasPrefix(group + "/") { continue }
            let inner = isNamespace ? String(name.dropFirst(group.count + 1)) : name
            if let found = set(inner, kind: kind, in: path, depth: depth + 1) { return found }
        }
        return nil
    }

    private static func contents(_ folder: String) -> Contents? {
        guard let data = FileManager.default.contents(atPath: "\(folder)/Contents.json") else { return nil }
        return try? JSONDecoder().decode(Contents.self, from: data)
    }
}
