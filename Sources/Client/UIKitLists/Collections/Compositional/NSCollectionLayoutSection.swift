import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// How a section scrolls across the layout's axis; raw values are Apple's.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    /// Not at all.
    case none = 0
    /// Freely.
    case continuous = 1
    /// Freely, and comes to rest at the beginning of a group.
    case continuousGroupLeadingBoundary = 2
    /// By pages of the view's width.
    case paging = 3
    /// By groups.
    case groupPaging = 4
    /// By groups, which come to rest in the middle.
    case groupPagingCentered = 5
}

/// The bouncing and the deceleration of a section that scrolls across the layout's axis. *Source*: Apple,
/// UICollectionLayoutSectionOrthogonalScrollingProperties (iOS 17).
@preconcurrency @MainActor
open class UICollectionLayoutSectionOrthogonalScrollingProperties: NSObject, @preconcurrency NSCopying {
    /// Whether the content can be pulled past its ends; raw values are Apple's.
    public enum Bounce: Int, Sendable {
        /// Only where the content is longer than the view.
        case automatic = 0
        /// Also where the content is no longer than the view.
        case always = 1
        /// Never.
        case never = 2
    }

    /// How fast the content comes to rest.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        /// The factor of the speed in a millisecond; 0 for `automatic`.
        public let rawValue: CGFloat
        /// Makes a rate of a factor.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// The collection view's in a continuous section, fast in the others. *Source*: Apple: "matches the parent
        /// scroll view's deceleration rate"; sections that come to rest at groups and pages are our own.
        public static let automatic = DecelerationRate(rawValue: 0)
        /// As `UIScrollView.DecelerationRate.normal`.
        public static let normal = DecelerationRate(rawValue: UIScrollView.DecelerationRate.normal.rawValue)
        /// As `UIScrollView.DecelerationRate.fast`.
        public static let fast = DecelerationRate(rawValue: UIScrollView.DecelerationRate.fast.rawValue)
    }

    /// The bouncing; automatic at first.
    open var bounce = Bounce.automatic
    /// The rate of deceleration; automatic at first.
    open var decelerationRate = DecelerationRate.automatic

    /// Makes the properties of new sections.
    public override init() { super.init() }

    /// A copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let made = UICollectionLayoutSectionOrthogonalScrollingProperties()
        (made.bounce, made.decelerationRate) = (bounce, decelerationRate)
        return made
    }
}

/// The rectangle from which insets count; raw values are Apple's.
public enum UIContentInsetsReference: Int, Sendable {
    /// As the layout's; of a layout, the safe area.
    case automatic = 0
    /// The whole view.
    case none = 1
    /// The safe area.
    case safeArea = 2
    /// The layout margins.
    case layoutMargins = 3
    /// The guide of texts that are easy to read.
    case readableContent = 4
}

/// The room for a layout or a group. *Source*: Apple, NSCollectionLayoutContainer.
@preconcurrency @MainActor public protocol NSCollectionLayoutContainer: NSObjectProtocol {
    /// The size, in points.
    var contentSize: CGSize { get }
    /// The size less the insets.
    var effectiveContentSize: CGSize { get }
    /// The insets.
    var contentInsets: NSDirectionalEdgeInsets { get }
    /// The insets that count.
    var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The room and the traits for which a section is made. *Source*: Apple, NSCollectionLayoutEnvironment.
@preconcurrency @MainActor public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    /// The room.
    var container: any NSCollectionLayoutContainer { get }
    /// The traits.
    var traitCollection: UITraitCollection { get }
}

/// An element in sight of a section, whose attributes a program may change.
///
/// A new object is made for each call of the handler: an animator that moves it moves nothing that shows afterwards.
/// *Source*: Apple, NSCollectionLayoutVisibleItem.
@preconcurrency @MainActor public protocol NSCollectionLayoutVisibleItem: NSObjectProtocol, UIDynamicItem {
    /// The opacity.
    var alpha: CGFloat { get set }
    /// The position on the z axis.
    var zIndex: Int { get set }
    /// Whether it is not seen.
    var isHidden: Bool { get set }
    /// The middle, in the content of the section's scroll view.
    var center: CGPoint { get set }
    /// The flat transform.
    var transform: CGAffineTransform { get set }
    /// The transform.
    var transform3D: CATransform3D { get set }
    /// The kind of a supplementary or decoration view.
    var name: String { get }
    /// The index path.
    var indexPath: IndexPath { get }
    /// The rectangle, in the content of the section's scroll view.
    var frame: CGRect { get }
    /// The rectangle in its own space.
    var bounds: CGRect { get }
    /// The category.
    var representedElementCategory: UICollectionView.ElementCategory { get }
    /// The kind; nil for cells.
    var representedElementKind: String? { get }
}

/// Changes the elements in sight of a section while it scrolls.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler = (
    _ visibleItems: [any NSCollectionLayoutVisibleItem], _ scrollOffset: CGPoint,
    _ environment: any NSCollectionLayoutEnvironment
) -> Void

/// A section: a group that is repeated for its items, with headers, footers and a background. *Source*: Apple,
/// NSCollectionLayoutSection.
@preconcurrency @MainActor open class NSCollectionLayoutSection: NSObject, @preconcurrency NSCopying {
    final let group: NSCollectionLayoutGroup
    /// The list that the section is; nil for others.
    final var list: UICollectionLayoutListConfiguration?

    /// Makes a section of a group.
    public init(group: NSCollectionLayoutGroup) {
        self.group = group
        super.init()
    }

    /// A section of a list: rows over the whole width, with separators. *Source*: Apple,
    /// NSCollectionLayoutSection.list(using:layoutEnvironment:). The measures are our own, after pictures of iOS 14 to 18.
    open class func list(
        using configuration: UICollectionLayoutListConfiguration, layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection { makeList(configuration) }

    /// The insets of the groups, in points; zero at first.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The space between groups, in points; 0 at first.
    open var interGroupSpacing: CGFloat = 0
    /// The rectangle from which insets count; the layout's at first.
    open var contentInsetsReference = UIContentInsetsReference.automatic
    /// The rectangle from which insets of headers and footers count; the section's at first.
    open var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
    /// Whether headers and footers have the section's insets at their sides; true at first.
    open var supplementariesFollowContentInsets = true
    /// How the section scrolls across the layout's axis; not at all at first.
    open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    /// The headers and footers.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// The views behind the section.
    open var decorationItems: [NSCollectionLayoutDecorationItem] = []
    /// How the section comes to rest and bounces where it scrolls across the layout's axis.
    open var orthogonalScrollingProperties = UICollectionLayoutSectionOrthogonalScrollingProperties()
    /// Changes the elements in sight while the section scrolls; nil for none.
    open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?

    /// The object itself: a layout reads it when it is prepared.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    static func makeList(_ list: UICollectionLayoutListConfiguration) -> NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
        let section = NSCollectionLayoutSection(
            group: .vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
        section.list = list
        switch list.appearance {
        case .plain, .sidebarPlain: break
        case .grouped: section.contentInsets = .init(top: 18, leading: 0, bottom: 17, trailing: 0)
        case .insetGrouped: section.contentInsets = .init(top: 18, leading: 20, bottom: 17, trailing: 20)
        case .sidebar: section.contentInsets = .init(top: 8, leading: 16, bottom: 8, trailing: 16)
        }
        let edge = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(28))
        if list.headerMode == .supplementary {
            let header = NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: edge, elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
            header.pinToVisibleBounds = list.appearance == .plain
            section.boundarySupplementaryItems.append(header)
            section.contentInsets.top = list.headerTopPadding ?? 0
        } else if list.headerMode == .firstItemInSection {
            section.contentInsets.top = list.headerTopPadding ?? 0
        }
        if list.footerMode == .supplementary {
            section.boundarySupplementaryItems.append(
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: edge, elementKind: UICollectionView.elementKindSectionFooter, alignment: .bottom))
        }
        return section
    }
}

/// The axis and the spaces of a compositional layout. *Source*: Apple, UICollectionViewCompositionalLayoutConfiguration.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject, @preconcurrency NSCopying {
    /// The axis that scrolls; vertical at first.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    /// The space between sections, in points; 0 at first.
    open var interSectionSpacing: CGFloat = 0
    /// The headers and footers of the whole layout.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// The rectangle from which sections' insets count; the safe area at first.
    open var contentInsetsReference = UIContentInsetsReference.safeArea

    /// Makes a configuration.
    public override init() { super.init() }

    /// A copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let made = UICollectionViewCompositionalLayoutConfiguration()
        (made.scrollDirection, made.interSectionSpacing) = (scrollDirection, interSectionSpacing)
        (made.boundarySupplementaryItems, made.contentInsetsReference) =
            (boundarySupplementaryItems, contentInsetsReference)
        return made
    }
}

/// The room for a layout or a group.
final class LayoutContainer: NSObject, NSCollectionLayoutContainer, NSCollectionLayoutEnvironment {
    let contentSize: CGSize
    let contentInsets: NSDirectionalEdgeInsets
    let traitCollection: UITraitCollection
    var container: any NSCollectionLayoutContainer { self }
    var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
    var effectiveContentSize: CGSize {
        CGSize(
            width: max(0, contentSize.width - contentInsets.leading - contentInsets.trailing),
            height: max(0, contentSize.height - contentInsets.top - contentInsets.bottom))
    }

    init(_ size: CGSize, _ insets: NSDirectionalEdgeInsets, _ traits: UITraitCollection) {
        (contentSize, contentInsets, traitCollection) = (size, insets, traits)
        super.init()
    }
}
