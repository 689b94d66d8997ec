import Foundation

/// The name of a data asset.
public typealias NSDataAssetName = String

/// A file in a bundle's asset catalogue, as bytes.
///
/// There are no compiled catalogues on Linux. The file is read from a catalogue's folder that was copied unchanged
/// (`Assets.xcassets/NAME.dataset`), or it is a plain file beside it with the name and any extension.
// Safe because: all stored properties are immutable and of Sendable types.
open class NSDataAsset: NSObject, @unchecked Sendable {
    /// The name.
    public let name: NSDataAssetName
    /// The bytes.
    public let data: Data
    /// The type of the bytes, as far as the asset's description gives one.
    public let typeIdentifier: String

    /// Reads an asset of the main bundle; nil if there is none.
    public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

    /// Reads an asset of a bundle; nil if there is none.
    public init?(name: NSDataAssetName, bundle: Bundle) {
        let folder = bundle.resourcePath ?? bundle.bundlePath
        guard !name.split(separator: "/").contains(".."), let path = Self.path(name, in: folder),
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        (self.name, self.data) = (name, data)
        typeIdentifier = (path as NSString).pathExtension.lowercased() == "json" ? "public.json" : "public.data"
        super.init()
    }

    /// The path of an asset's file in a folder; nil if there is none.
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
