import Foundation
import MicaDocuments
import TestSupport
import Testing

/// Real documents, read part by part: those made by many hands, an archive that Apple's encoder wrote, and the project's own.
@Suite struct WallpaperDocumentTests {
    static let documents = [
        "GitHub", "NokiaLV", "RainbowSprinkles", "SideStore", "Simple_Minecraft_Chest", "Space", "Spiderman",
        "Spinning_Squares",
        "TintedCubes", "drukqs", "techtoker_wallpapprr",
    ]

    @Test(.needs(.wallpapers), arguments: documents)
    func documents_are_read_to_the_end(name: String) throws {
        try read(OutsideData.file(.wallpapers, "\(name).tendies"))
    }

    @Test func garden_is_read_to_the_end() throws { try read(Project.document("garden.tendies")) }

    @Test(
        .needs(.archives),
        arguments: [
            "ComplexView", "ContentView-fromSnapshot", "FavoriteView", "PopularityBadge", "RainbowGlowView",
            "ToggleView",
        ])
    func archives_of_apples_encoder_are_read(name: String) throws {
        try readBundle(OutsideData.file(.archives, "\(name).ca"))
    }

    @Test(arguments: Project.coreAnimationDocuments.filter { $0.hasSuffix(".ca") })
    func own_bundles_are_read(name: String) throws { try readBundle(Project.document(name)) }

    /// Reads all parts of a wallpaper; none may be left out.
    private func read(_ url: URL) throws {
        let source = try ArchiveSource(url)
        let contents = try BundleContents.find(in: source)
        #expect(
            contents.parts.map(\.role)
                == (contents.parts.count == 2 ? [.background, .floating] : [.background, .floating, .foreground]))
        for part in contents.parts {
            let index = try BundleIndex.read(source, directory: part.directory)
            #expect(!index.isGeometryFlipped)
            let path = try source.locate(index.rootDocument, in: part.directory)
            let document = try readCAML(source.bytes(at: path), file: path)
            let root = try #require(document.root)
            #expect(root.stateNames.count >= 3)
            #expect(document.warnings.filter { !$0.message.contains("the first is meant") } == [])
            try checkImages(root, in: part.directory, of: source)
        }
    }

    /// Reads a bundle whose y axis points down.
    private func readBundle(_ url: URL) throws {
        let source = try DirectorySource(url)
        let index = try BundleIndex.read(source, directory: "")
        #expect(index.isGeometryFlipped)
        let root = try #require(try readCAML(source.bytes(at: index.rootDocument), file: index.rootDocument).root)
        try checkImages(root, in: "", of: source)
    }

    private func checkImages(_ layer: LayerDescription, in directory: String, of source: some DocumentSource) throws {
        if case .image(let image)? = layer.value("contents") {
            #expect(try !source.bytes(at: source.locate(image.source, in: directory)).isEmpty)
        }
        for sublayer in layer.sublayers { try checkImages(sublayer, in: directory, of: source) }
    }
}
