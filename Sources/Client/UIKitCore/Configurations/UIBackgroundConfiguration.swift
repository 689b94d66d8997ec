import CoreGraphics
import Foundation

/// The look of a background: colour, corners, insets, stroke, effect, picture, or a view of the program's.
///
/// A configuration has a style's values until a program sets its own. `updated(for:)` gives the style's values for a
/// state, and keeps the program's. *Source*: Apple, UIBackgroundConfiguration; WWDC 2020, "Modern cell configuration".
/// Apple documents which states change a style, not the colours: those here are read off pictures of iOS 14 to 18 and
/// named as Apple's colours.
@preconcurrency @MainActor public struct UIBackgroundConfiguration: Hashable {
    /// The style that gives the values which the program has not set.
    enum Style: Hashable, Sendable {
        case clear, plainCell, groupedCell, sidebarCell, accompaniedSidebarCell
        case plainHeaderFooter, groupedHeaderFooter, sidebarHeader
    }

    /// The values that the program has set.
    private struct OwnValues: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let color = OwnValues(rawValue: 1 << 0)
        static let cornerRadius = OwnValues(rawValue: 1 << 1)
        static let insets = OwnValues(rawValue: 1 << 2)
        static let marginEdges = OwnValues(rawValue: 1 << 3)
        static let effect = OwnValues(rawValue: 1 << 4)
    }

    /// The values that a style may change with the state.
    private struct Values: Hashable, Sendable {
        var color: UIColor?
        var colorTransformer: UIConfigurationColorTransformer?
        var cornerRadius: CGFloat = 0
        var insets = NSDirectionalEdgeInsets.zero
        var marginEdges: NSDirectionalRectEdge = []
        var effect: UIVisualEffect?
    }

    private let style: Style
    private var values: Values
    private var own: OwnValues = []
    private var view = ViewReference()
    private var strokeTransformer: UIConfigurationColorTransformer?

    private init(_ style: Style) {
        self.style = style
        values = Self.values(of: style, StyleState(traits: .current))
    }

    // MARK: Styles

    /// No background.
    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration(.clear) }
    /// The background of a cell in a plain list.
    public static func listPlainCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration(.plainCell) }
    /// The background of a cell in a grouped list.
    public static func listGroupedCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration(.groupedCell) }
    /// The background of a cell in a sidebar.
    public static func listSidebarCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration(.sidebarCell) }
    /// The background of a cell in a list that a sidebar accompanies.
    public static func listAccompaniedSidebarCell() -> UIBackgroundConfiguration {
        UIBackgroundConfiguration(.accompaniedSidebarCell)
    }
    /// The background of a header or footer in a plain list.
    public static func listPlainHeaderFooter() -> UIBackgroundConfiguration {
        UIBackgroundConfiguration(.plainHeaderFooter)
    }
    /// The background of a header or footer in a grouped list.
    public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration {
        UIBackgroundConfiguration(.groupedHeaderFooter)
    }
    /// The background of a header in a sidebar.
    public static func listSidebarHeader() -> UIBackgroundConfiguration { UIBackgroundConfiguration(.sidebarHeader) }

    /// A style's values in a state.
    private static func values(of style: Style, _ state: StyleState) -> Values {
        var values = Values(color: .clear)
        let isChosen = state.isSelected || state.isHighlighted || state.isDropTarget
        switch style {
        case .clear, .groupedHeaderFooter: break
        case .plainCell: values.color = isChosen ? .systemGray4 : .systemBackground
        case .groupedCell: values.color = isChosen ? .systemGray4 : .secondarySystemGroupedBackground
        case .sidebarCell, .sidebarHeader:
            values.cornerRadius = 10
            // Nil stands for the tint colour.
            if state.isSelected || state.isDropTarget {
                values.color = nil
            } else if state.isHighlighted {
                values.color = .systemFill
            }
        case .accompaniedSidebarCell:
            values.cornerRadius = 10
            if isChosen { values.color = .systemFill }
        case .plainHeaderFooter:
            if state.isPinned { values.effect = UIBlurEffect(style: .systemChromeMaterial) }
        }
        return values
    }

    /// The configuration for a state: values that the program has not set become the style's for that state.
    public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration {
        var result = self
        let fresh = Self.values(of: style, StyleState(state))
        if !own.contains(.color) { result.values.color = fresh.color }
        if !own.contains(.cornerRadius) { result.values.cornerRadius = fresh.cornerRadius }
        if !own.contains(.insets) { result.values.insets = fresh.insets }
        if !own.contains(.marginEdges) { result.values.marginEdges = fresh.marginEdges }
        if !own.contains(.effect) { result.values.effect = fresh.effect }
        return result
    }

    // MARK: Shape

    /// A view that lies over the background's colour and effect, as large as the background; nil for none.
    public var customView: UIView? {
        get { view.view }
        set { view = ViewReference(newValue) }
    }

    /// The radius of the corners, in points; 0 in most styles.
    public var cornerRadius: CGFloat {
        get { values.cornerRadius }
        set {
            values.cornerRadius = newValue
            own.insert(.cornerRadius)
        }
    }

    /// The distances of the background from the edges of the view that has it, in points; less than 0 reaches beyond
    /// the edges.
    public var backgroundInsets: NSDirectionalEdgeInsets {
        get { values.insets }
        set {
            values.insets = newValue
            own.insert(.insets)
        }
    }

    /// The edges at which the view's layout margins are added to the insets; none at first.
    public var edgesAddingLayoutMarginsToBackgroundInsets: NSDirectionalRectEdge {
        get { values.marginEdges }
        set {
            values.marginEdges = newValue
            own.insert(.marginEdges)
        }
    }

    // MARK: Colour

    /// The colour; nil stands for the view's tint colour, `clear` for none.
    public var backgroundColor: UIColor? {
        get { values.color }
        set {
            values.color = newValue
            own.insert(.color)
        }
    }

    /// Changes the colour; nil for no change.
    public var backgroundColorTransformer: UIConfigurationColorTransformer? {
        get { values.colorTransformer }
        set { values.colorTransformer = newValue }
    }

    /// The shown colour in a view of a tint colour.
    public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
        let color = values.color ?? tintColor
        return values.colorTransformer?(color) ?? color
    }

    /// An effect on the content behind; nil for none.
    public var visualEffect: UIVisualEffect? {
        get { values.effect }
        set {
            values.effect = newValue
            own.insert(.effect)
        }
    }

    /// A picture over the colour and the effect; nil for none.
    public var image: UIImage?
    /// How the picture fills the background; `scaleToFill` at first.
    public var imageContentMode = UIView.ContentMode.scaleToFill

    // MARK: Stroke

    /// The stroke's colour; nil stands for the view's tint colour.
    public var strokeColor: UIColor? = .clear

    /// Changes the stroke's colour; nil for no change.
    public var strokeColorTransformer: UIConfigurationColorTransformer? {
        get { strokeTransformer }
        set { strokeTransformer = newValue }
    }

    /// The shown colour of the stroke in a view of a tint colour.
    public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor {
        let color = strokeColor ?? tintColor
        return strokeTransformer?(color) ?? color
    }

    /// The stroke's width, in points; 0 at first.
    public var strokeWidth: CGFloat = 0
    /// The distance of the stroke from the background's edge, in points; less than 0 lies within. 0 at first: the
    /// stroke is within the edge.
    public var strokeOutset: CGFloat = 0

    // MARK: For controls

    /// Sets the corner radius that holds unless the program sets one.
    mutating func setStandard(cornerRadius: CGFloat) {
        if !own.contains(.cornerRadius) { values.cornerRadius = cornerRadius }
    }

    /// Sets the colour that holds unless the program sets one.
    mutating func setStandard(color: UIColor?) { if !own.contains(.color) { values.color = color } }

    // MARK: Comparison

    /// Whether two configurations have the same style and values.
    nonisolated public static func == (a: UIBackgroundConfiguration, b: UIBackgroundConfiguration) -> Bool {
        a.style == b.style && a.values == b.values && a.own == b.own && a.view == b.view
            && a.image == b.image && a.imageContentMode == b.imageContentMode && a.strokeColor == b.strokeColor
            && a.strokeTransformer == b.strokeTransformer && a.strokeWidth == b.strokeWidth
            && a.strokeOutset == b.strokeOutset
    }

    /// Feeds the style and the values that most configurations differ in.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(style)
        hasher.combine(values)
        hasher.combine(strokeWidth)
    }
}

/// A view in a value that can be compared on any thread.
// Safe because: only its identity is read outside of the main actor.
struct ViewReference: Hashable, @unchecked Sendable {
    let view: UIView?

    init(_ view: UIView? = nil) { self.view = view }

    static func == (a: ViewReference, b: ViewReference) -> Bool { a.view === b.view }
    func hash(into hasher: inout Hasher) { hasher.combine(view.map { ObjectIdentifier($0) }) }
}
