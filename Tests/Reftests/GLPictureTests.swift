import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaDocuments
import MicaExamples
import MicaFrame
import MicaGL
import MicaReference
import MicaWorkers
import QuartzCore
import ReftestKit
import TestSupport
import Testing

/// Whole pictures by OpenGL beside the CPU compositor's: the gallery's, our documents', and wallpapers.
@Suite(.needsOpenGL) struct GLPictureTests {
    /// Pictures that need other buckets, and why; at most one in twenty.
    private static let others: [String: Fuzz] = [
        "emitter-shapes": .fuzzy(
            [(1, 480 * 320), (5, 1_600), (38, 40)],
            because: "hundreds of sprites lie over one another in one op; each is rounded to 8 bits as it is blended")
    ]

    private static let documents = Project.coreAnimationDocuments + Project.lottieDocuments
    private static let wallpapers = [
        "GitHub", "NokiaLV", "RainbowSprinkles", "SideStore", "Simple_Minecraft_Chest", "Space", "Spiderman",
        "Spinning_Squares", "TintedCubes", "drukqs", "techtoker_wallpapprr",
    ]

    private static func check(_ renderer: LayerRenderer, at time: Double, _ name: String) throws {
        let frame = renderer.frame(at: time)
        let pool = WorkerPool(workers: 1)
        let compositor = GLCompositor(device: try GLDevice.shared.get()) { CPUCompositor(pool: pool) }
        var actual = Bitmap(width: frame.width, height: frame.height, filledWith: 0xFF12_3456), expected = actual
        compositor.draw(frame, region: DamageRegion(frame.bounds), into: &actual)
        try #require(compositor.refusal == nil, "\(name) is not drawn: \(compositor.refusal ?? "")")
        CPUCompositor(pool: pool).draw(frame, region: DamageRegion(frame.bounds), into: &expected)
        let fuzz = others[name] ?? Fuzz.edges(of: expected, shapes: frame.opCount)
        if Comparison(actual, expected).isWithin(fuzz) { return }
        // If the CPU compositor is farther off, the reference is right.
        ReferenceCompositor().draw(frame, into: &expected)
        let comparison = Comparison(actual, expected)
        #expect(comparison.isWithin(fuzz), "\(name): \(comparison.description), \(comparison.histogram.prefix(20))")
    }

    @Test(arguments: gallery) func scene_of_the_gallery_is_within_the_tolerance(_ example: Example) throws {
        try Self.check(example.renderer(scale: 1), at: example.moment, example.id)
    }

    @Test(arguments: documents) func document_is_within_the_tolerance(_ name: String) throws {
        try Self.check(Document.load(Project.document(name)), name)
    }

    @Test(.needs(.wallpapers), arguments: wallpapers) func wallpaper_is_within_the_tolerance(_ name: String) throws {
        try Self.check(Document.load(OutsideData.file(.wallpapers, "\(name).tendies")), name)
    }

    private static func check(_ document: Document, _ name: String) throws {
        let renderer = LayerRenderer(layer: document.rootLayer, size: document.size, scale: 1)
        for time in [0.0, 0.7] { try check(renderer, at: time, name) }
    }

    @Test func few_pictures_have_buckets_of_their_own() {
        #expect(Self.others.count * 20 <= gallery.count + Self.documents.count + Self.wallpapers.count)
    }
}
