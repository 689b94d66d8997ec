import Foundation
import ImageIO
import Synchronization

/// The pictures that stand for each other in different traits, such as light and dark.
///
/// An image view shows the picture of its own traits. Of the pictures that are registered, the one is taken whose traits
/// agree in most; one whose traits contradict is taken only if there is no other. *Source*: Apple, UIImageAsset.
// Safe because: the only changing property is behind a lock.
open class UIImageAsset: NSObject, @unchecked Sendable {
    /// A name that pictures are found by.
    struct Source: Sendable {
        var name: String
        var folders: [String]

        func image(in traits: UITraitCollection) -> NamedImages.Found? {
            let style = traits.userInterfaceStyle
            return NamedImages.shared.image(
                named: name, folders: folders, scale: traits.displayScale > 0 ? traits.displayScale : nil,
                style: style == .unspecified ? UITraitCollection.current.userInterfaceStyle : style)
        }
    }

    private struct Variant: Sendable {
        var traits: UITraitCollection
        /// The picture without its asset: it does not own its owner.
        var image: UIImage
    }

    private let source: Source?
    private let variants: Mutex<[Variant]>

    /// Makes an asset without pictures.
    public override init() {
        source = nil
        variants = Mutex([])
        super.init()
    }

    /// Makes the asset of a set in an asset folder.
    init(_ source: Source) {
        self.source = source
        variants = Mutex([])
        super.init()
    }

    /// Makes the asset of a picture, which is its only one.
    init(_ image: UIImage) {
        source = nil
        variants = Mutex([Variant(traits: UITraitCollection(), image: image.withoutAsset)])
        super.init()
    }

    /// Adds a picture for traits, in the place of one that was added for the same traits.
    open func register(_ image: UIImage, with traitCollection: UITraitCollection) {
        let variant = Variant(traits: traitCollection, image: image.withoutAsset)
        variants.withLock { variants in
            variants.removeAll { $0.traits == traitCollection }
            variants.append(variant)
        }
        image.join(self)
    }

    /// Takes away the picture that was added for traits.
    open func unregisterImage(with traitCollection: UITraitCollection) {
        variants.withLock { $0.removeAll { $0.traits == traitCollection } }
    }

    /// The picture for traits; an empty one if there is none.
    open func image(with traitCollection: UITraitCollection) -> UIImage {
        (variant(in: traitCollection) ?? UIImage()).joining(self)
    }

    /// The picture for traits; nil if there is none.
    final func variant(in traits: UITraitCollection) -> UIImage? {
        let known = variants.withLock { $0 }
        let ranked = known.map { (image: $0.image, rank: Self.rank($0.traits, in: traits)) }
        let best = ranked.max { $0.rank < $1.rank }
        if let best, best.rank >= (source == nil ? 0 : 1) { return best.image }
        if let found = source?.image(in: traits) { return UIImage(found, nil) }
        return best?.image
    }

    /// The number of traits in which a picture's agree with those that are wanted; negative if they contradict.
    private static func rank(_ own: UITraitCollection, in wanted: UITraitCollection) -> Int {
        var (same, other) = (0, 0)
        func compare<Trait: Equatable>(_ trait: (UITraitCollection) -> Trait, _ none: Trait, weight: Int = 2) {
            guard trait(own) != none, trait(wanted) != none else { return }
            if trait(own) == trait(wanted) { same += weight } else { other += weight }
        }
        compare(\.userInterfaceStyle, .unspecified)
        compare(\.userInterfaceIdiom, .unspecified)
        compare(\.horizontalSizeClass, .unspecified)
        compare(\.verticalSizeClass, .unspecified)
        compare(\.layoutDirection, .unspecified)
        compare(\.userInterfaceLevel, .unspecified)
        if other > 0 { return -other }
        // A picture of another resolution is the right picture.
        return same + (own.displayScale > 0 && own.displayScale == wanted.displayScale ? 1 : 0)
    }
}
