import QuartzCore
import UIKit

/// A listing of the five tutorials: its layers, and controls that play with them.
///
/// Most are examples of the gallery, too: their code exists once, and the app and the gallery both show it.
public struct Listing: Sendable {
    /// The name that the gallery, the app's films and docs/tutorials.md know it by.
    public let id: String
    /// Its name in the app's list.
    public let title: String
    /// Which tutorials it is in, with section or number.
    public let source: String
    /// The expected picture, in a sentence.
    public let shows: String
    /// How large it is, in points.
    public let size: CGSize
    /// Builds its layers into a root of that size.
    let build: @MainActor @Sendable (CALayer) -> Void
    /// Adds the controls of its page.
    let controls: @MainActor @Sendable (ListingControls) -> Void

    /// Makes a listing of an example of the gallery; its script, the hand that a film has, is not played in the app.
    init(
        _ example: Example, _ title: String, from source: String,
        controls: @escaping @MainActor @Sendable (ListingControls) -> Void
    ) {
        (id, self.title, self.source, shows, size) = (example.id, title, source, example.shows, example.size)
        build = { root in example.build(root, Script()) }
        self.controls = controls
    }

    /// Makes a listing that has views, and so belongs to the main thread.
    init(
        id: String, _ title: String, from source: String, shows: String, size: CGSize,
        build: @escaping @MainActor @Sendable (CALayer) -> Void,
        controls: @escaping @MainActor @Sendable (ListingControls) -> Void
    ) {
        (self.id, self.title, self.source, self.shows, self.size) = (id, title, source, shows, size)
        (self.build, self.controls) = (build, controls)
    }
}

/// All listings, in the order of the tutorials.
public let listings: [Listing] = [
    shapeStickFigureListing, shapeCornersListing, transformPlanesListing, gradientThreeListing, gradientTwoListing,
    replicatorCircleListing, replicatorReflectionListing, scrollListing, tiledListing, emitterExplosionListing,
    textPlainListing, textRichListing, layerLabelListing, twoCubesListing,
    glTriangleListing, videoListing, video3DListing,
    emitterFollowListing, emitterRainListing, emitterLikeButtonListing,
    emitterShapesListing, emitterColourListing, emitterConeListing, emitterForcesListing, emitterSubcellsListing,
]
