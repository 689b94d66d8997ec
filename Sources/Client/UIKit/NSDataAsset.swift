import Foundation

/// The name of a data asset.
public typealias NSDataAssetName = String

/// A file of a bundle's asset catalogue, as its bytes.
///
/// Linux has no compiled catalogues: a catalogue that was copied as it is (`Assets.xcassets/NAME.dataset`) is read, and
/// so is a plain file with the name, with any extension, beside it.
// Safe because: all stored properties are immutable, of Sendable types.
open class NSDataAsset: NSObject, @unchecked Sendable {
    /// The name.
    public let name: NSDataAssetName
    /// The bytes.
    public let data: Data
    /// What is in it, as far as its file says.
    public let typeIdentifier: String

    /// Reads an asset of the main bundle; nil when there is none.
    public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

    /// Reads an asset of a bundle; nil when there is none.
    public init?(name: NSDataAssetName, bundle: Bundle) {
        let folder = bundle.resourcePath ?? bundle.bundlePath
        guard !name.split(separator: "/").contains(".."), let path = Self.path(name, in: folder),
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        (self.name, self.data) = (name, data)
        typeIdentifier = (path as NSString).pathExtension.lowercased() == "json" ? "public.json" : "public.data"
        super.init()
    }

    /// The file of an asset in a folder; nil when there is none.
    private static func path(_ name: String, in folder: String) -> String? {
        let manager = FileManager.default
        let names = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        for catalogue in names where catalogue.hasSuffix(".xcassets") {
            let set = "\(folder)/\(catalogue)/\(name).dataset"
            let inside = ((try? manager.contentsOfDirectory(atPath: set)) ?? []).sorted()
            if let file = inside.first(where: { $0 != "Contents.json" }) { return set + "/" + file }
        }
        let (parent, last) = ((name as NSString).deletingLastPathComponent, (name as NSString).lastPathComponent)
        let namespace = parent.isEmpty ? folder : folder + "/" + parent
        let files = parent.isEmpty ? names : ((try? manager.contentsOfDirectory(atPath: namespace)) ?? []).sorted()
        let file = files.first { $0 == last } ?? files.first { ($0 as NSString).deletingPathExtension == last }
        guard let file else { return nil }
        var isFolder = ObjCBool(false)
        guard unsafe manager.fileExists(atPath: namespace + "/" + file, isDirectory: &isFolder), !isFolder.boolValue
        else {
            return nil
        }
        return namespace + "/" + file
    }
}
