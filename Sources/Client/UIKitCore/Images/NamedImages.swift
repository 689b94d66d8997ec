import Foundation
import ImageIO
import MicaBase
import Synchronization

/// The pictures that were loaded by name, within a budget of pixels.
final class NamedImages: Sendable {
    /// A picture, its pixels per point, how it is drawn, and whether the picture of another style is, or may be, another.
    typealias Found = (image: CGImage, scale: CGFloat, mode: UIImage.RenderingMode, hasStyles: Bool)

    /// The cache of the process: 64 MiB of pixels.
    static let shared = NamedImages(budget: 64 << 20)

    private struct State {
        var pictures: BudgetedCache<String, (image: CGImage, scale: CGFloat)>
        var reads = 0
    }

    /// The largest size of all cached pictures. *Units*: bytes of pixels.
    let budget: Int
    private let state: Mutex<State>

    init(budget: Int) {
        self.budget = budget
        state = Mutex(State(pictures: BudgetedCache(budget: budget)))
    }

    /// The size of all cached pictures. *Units*: bytes of pixels.
    var size: Int { state.withLock { $0.pictures.bytes } }
    /// The number of files read so far.
    var reads: Int { state.withLock { $0.reads } }

    /// The picture with a name; nil if no file has it.
    ///
    /// - Parameters:
    ///   - scale: The wanted resolution, in pixels per point; nil stands for the screen's.
    ///   - style: The wanted style; one that is not set stands for light.
    func image(
        named name: String, folders: [String] = NamedImages.folders, scale: CGFloat? = nil,
        style: UIUserInterfaceStyle = .unspecified
    ) -> Found? {
        let screen = scale ?? UIScreen.shape.withLock { $0.scale }
        guard let (path, hasStyles) = Self.file(name, folders: folders, screen: screen, style: style) else {
            return nil
        }
        let mode = path.contains(".imageset/") ? AssetFolder.mode(ofFile: path) : .automatic
        if let known = state.withLock({ $0.pictures.value(path) }) {
            return (known.image, known.scale, mode, hasStyles)
        }
        guard let data = FileManager.default.contents(atPath: path),
            let source = CGImageSourceCreateWithData(data, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { return nil }
        let scale = Self.scale(ofFile: path)
        state.withLock { state in
            state.reads += 1
            if state.pictures.holds(path) { return }
            state.pictures.insert((image, scale), for: path, bytes: image.width * image.height * 4)
        }
        return (image, scale, mode, hasStyles)
    }

    static var folders: [String] { ResourceFolders.program }

    /// The file that suits a screen best, among plain files and asset folders.
    private static func file(
        _ name: String, folders: [String], screen: CGFloat, style: UIUserInterfaceStyle
    ) -> (path: String, hasStyles: Bool)? {
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        if let plain = plainFile(name, folders: folders, screen: screen) { return (plain, false) }
        // Programs may name a file, with ".png", that has become a set of an asset folder
        // (Swift-iOS-Core-Animation-Advanced-Techniques does).
        let isFile = (name as NSString).pathExtension.lowercased() == "png"
        for set in isFile ? [name, (name as NSString).deletingPathExtension] : [name] {
            for folder in folders {
                if let found = AssetFolder.file(ofImage: set, in: folder, screen: screen, style: style) {
                    return (found.path, found.hasStyles)
                }
            }
        }
        return nil
    }

    private static func plainFile(_ name: String, folders: [String], screen: CGFloat) -> String? {
        let known = ["png", "jpg", "jpeg", "webp", "gif"]
        let given = (name as NSString).pathExtension.lowercased()
        let hasExtension = known.contains(given)
        let base = hasExtension ? (name as NSString).deletingPathExtension : name
        let extensions = hasExtension ? [(name as NSString).pathExtension] : known
        // The screen's resolution, then higher ones, then lower ones.
        let wanted = Int(min(max(screen.rounded(.up), 1), 3))
        let order = (wanted...3).map { $0 } + (1..<wanted).reversed().map { $0 }
        for folder in folders {
            for scale in order {
                for suffix in extensions {
                    let path = "\(folder)/\(base)\(scale > 1 ? "@\(scale)x" : "").\(suffix)"
                    if FileManager.default.fileExists(atPath: path) { return path }
                }
            }
        }
        return nil
    }

    /// Pixels per point of a file, by its asset folder, or else by its name.
    static func scale(ofFile path: String) -> CGFloat {
        if path.contains(".imageset/"), let said = AssetFolder.scale(ofFile: path) { return said }
        let base = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        return base.hasSuffix("@2x") ? 2 : base.hasSuffix("@3x") ? 3 : 1
    }
}
