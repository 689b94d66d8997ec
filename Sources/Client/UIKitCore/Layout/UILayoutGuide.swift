import CoreGraphics
import Foundation

/// A rectangle without content that constraints can name. *Space*: its owning view's.
@preconcurrency @MainActor open class UILayoutGuide: NSObject, @preconcurrency NSCoding {
    /// Makes a guide; `addLayoutGuide(_:)` gives it to a view.
    public override init() { super.init() }

    /// Reads a guide's identifier from an archive.
    public required init?(coder: NSCoder) {
        super.init()
        identifier = coder.optionalText(forKey: "UILayoutGuideIdentifier") ?? ""
    }

    /// Writes the identifier into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: "UILayoutGuideIdentifier")
    }

    /// The view that the guide was added to; nil for none.
    open internal(set) weak var owningView: UIView?
    /// The guide's name in messages; empty at first.
    open var identifier = ""
    /// The role of a view's own guide; nil for guides that programs add.
    final var role: LayoutGuideRole?

    /// The guide's rectangle by the present constraints, in its view's space; meaningful once the view has been laid
    /// out.
    open var layoutFrame: CGRect {
        guard let owningView else { return .zero }
        if let frame = owningView.layoutEngine?.frame(of: self) { return frame }
        return role?.frame(in: owningView) ?? .zero
    }

    /// The active constraints along an axis that name the guide.
    open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        (owningView?.layoutState?.involved ?? []).filter { $0.names(self, axis) }
    }

    /// Whether constraints do not determine the guide's frame.
    open var hasAmbiguousLayout: Bool { owningView?.layoutEngine?.isAmbiguous(self) ?? false }

    /// The edge where writing begins.
    public final var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .leading)) }
    /// The edge where writing ends.
    public final var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .trailing)) }
    /// The left edge.
    public final var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .left)) }
    /// The right edge.
    public final var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .right)) }
    /// The top edge.
    public final var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .top)) }
    /// The bottom edge.
    public final var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .bottom)) }
    /// The width.
    public final var widthAnchor: NSLayoutDimension { NSLayoutDimension(.init(self, .width)) }
    /// The height.
    public final var heightAnchor: NSLayoutDimension { NSLayoutDimension(.init(self, .height)) }
    /// The middle, from left to right.
    public final var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .centerX)) }
    /// The middle, from top to bottom.
    public final var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .centerY)) }
}

/// The extent of a bar.
@preconcurrency @MainActor public protocol UILayoutSupport: NSObjectProtocol {
    /// The length of the view's side that the bar covers, in points.
    var length: CGFloat { get }
    /// The top edge.
    var topAnchor: NSLayoutYAxisAnchor { get }
    /// The bottom edge.
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    /// The height.
    var heightAnchor: NSLayoutDimension { get }
}

/// A controller's guide over the part that bars cover, from the view's edge to the safe area.
final class LayoutSupportGuide: UILayoutGuide, UILayoutSupport {
    var length: CGFloat { owningView.map { (role?.frame(in: $0) ?? .zero).height } ?? 0 }
}

/// The guides that every view has of its own.
enum LayoutGuideRole: Int {
    case margins, safeArea, readable, top, bottom, scrollContent, scrollFrame, keyboard

    /// The widest text that is easy to read, in points. *Source*: others measured readable widths of 672 on iPads at
    /// the standard text size (useyourloaf.com, "Readable Content Guides").
    static let readableWidth: CGFloat = 672

    var name: String {
        switch self {
        case .margins: "UIViewLayoutMarginsGuide"
        case .safeArea: "UIViewSafeAreaLayoutGuide"
        case .readable: "UIViewReadableContentGuide"
        case .top: "UIViewControllerTop"
        case .bottom: "UIViewControllerBottom"
        case .scrollContent: "UIScrollViewContentLayoutGuide"
        case .scrollFrame: "UIScrollViewFrameLayoutGuide"
        case .keyboard: "UIKeyboardLayoutGuide"
        }
    }

    /// The distances of the guide's edges from the view's, in points.
    @MainActor func insets(in view: UIView, width: CGFloat, height: CGFloat) -> UIEdgeInsets {
        switch self {
        case .margins: return view.layoutMargins
        case .safeArea: return view.safeAreaInsets
        case .readable:
            var insets = view.layoutMargins
            let spare = max(0, width - insets.left - insets.right - Self.readableWidth) / 2
            insets.left += spare
            insets.right += spare
            return insets
        case .top:
            return UIEdgeInsets(top: 0, left: 0, bottom: max(0, height - view.safeAreaInsets.top), right: 0)
        case .bottom, .keyboard:
            return UIEdgeInsets(top: max(0, height - (ownHeight(in: view) ?? 0)), left: 0, bottom: 0, right: 0)
        case .scrollContent: return .zero
        case .scrollFrame:
            // As large as the view, and displaced by its content offset.
            let origin = view.bounds.origin
            return UIEdgeInsets(top: origin.y, left: origin.x, bottom: -origin.y, right: -origin.x)
        }
    }

    /// Whether the guide has its view's size minus its insets. Not for a scroll view's content, whose size constraints
    /// give.
    var hasViewSize: Bool { self != .scrollContent }

    /// Whether the guide lies at the view's bottom.
    var isAtBottom: Bool { self == .bottom || self == .keyboard }

    /// The height of a guide that lies at the view's top or bottom, in points; nil for one as high as the view, without its insets.
    @MainActor func ownHeight(in view: UIView) -> CGFloat? {
        switch self {
        case .top: view.safeAreaInsets.top
        case .bottom: view.safeAreaInsets.bottom
        case .keyboard: max(view.safeAreaInsets.bottom, view.keyboardOverlap)
        default: nil
        }
    }

    @MainActor func frame(in view: UIView) -> CGRect {
        if self == .scrollContent { return CGRect(origin: .zero, size: (view as? UIScrollView)?.contentSize ?? .zero) }
        let size = view.bounds.size
        return CGRect(origin: .zero, size: size).inset(by: insets(in: view, width: size.width, height: size.height))
    }
}
