import CoreGraphics
import Foundation

/// A rectangle that constraints can name, and that shows nothing. *Space*: its owning view's. *Source*: Apple, UILayoutGuide.
@preconcurrency @MainActor open class UILayoutGuide: NSObject, @preconcurrency NSCoding {
    /// Makes a guide, which a view owns once it was added to it. *Source*: Apple, UILayoutGuide.init().
    public override init() { super.init() }

    /// Makes a guide with the identifier of an archived one. *Source*: Apple, NSCoding.
    public required init?(coder: NSCoder) {
        super.init()
        identifier =
            coder.optionalObject(of: NSString.self, forKey: "UILayoutGuideIdentifier").map { String(describing: $0) }
            ?? ""
    }

    /// Writes the identifier into an archive. *Source*: Apple, NSCoding.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: "UILayoutGuideIdentifier")
    }

    /// The view that the guide was added to; nil for none. *Source*: Apple, UILayoutGuide.owningView.
    open internal(set) weak var owningView: UIView?
    /// What messages call the guide. *Source*: Apple, UILayoutGuide.identifier.
    open var identifier = ""
    /// Which of a view's own guides it is; nil for those that programs add.
    final var role: LayoutGuideRole?

    /// Where the guide is, by the constraints as they stand; of use once its view was laid out. *Source*: Apple,
    /// UILayoutGuide.layoutFrame.
    open var layoutFrame: CGRect {
        guard let owningView else { return .zero }
        if let frame = owningView.layoutEngine?.frame(of: self) { return frame }
        return role?.frame(in: owningView) ?? .zero
    }

    /// The active constraints of an axis that name the guide. *Source*: Apple, UILayoutGuide.constraintsAffectingLayout(for:).
    open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        (owningView?.layoutState?.involved ?? []).filter { $0.names(self, axis) }
    }

    /// Whether constraints leave the guide's frame open. *Source*: Apple, UILayoutGuide.hasAmbiguousLayout.
    open var hasAmbiguousLayout: Bool { owningView?.layoutEngine?.isAmbiguous(self) ?? false }

    /// The edge where writing begins. *Source*: Apple, UILayoutGuide.leadingAnchor.
    public final var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .leading)) }
    /// The edge where writing ends. *Source*: Apple, UILayoutGuide.trailingAnchor.
    public final var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .trailing)) }
    /// The left edge. *Source*: Apple, UILayoutGuide.leftAnchor.
    public final var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .left)) }
    /// The right edge. *Source*: Apple, UILayoutGuide.rightAnchor.
    public final var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .right)) }
    /// The top edge. *Source*: Apple, UILayoutGuide.topAnchor.
    public final var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .top)) }
    /// The bottom edge. *Source*: Apple, UILayoutGuide.bottomAnchor.
    public final var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .bottom)) }
    /// The width. *Source*: Apple, UILayoutGuide.widthAnchor.
    public final var widthAnchor: NSLayoutDimension { NSLayoutDimension(.init(self, .width)) }
    /// The height. *Source*: Apple, UILayoutGuide.heightAnchor.
    public final var heightAnchor: NSLayoutDimension { NSLayoutDimension(.init(self, .height)) }
    /// The middle, from left to right. *Source*: Apple, UILayoutGuide.centerXAnchor.
    public final var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .centerX)) }
    /// The middle, from top to bottom. *Source*: Apple, UILayoutGuide.centerYAnchor.
    public final var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .centerY)) }
}

/// What is known of a bar's extent. *Source*: Apple, UILayoutSupport.
@preconcurrency @MainActor public protocol UILayoutSupport: NSObjectProtocol {
    /// How much of the view the bar covers, in points.
    var length: CGFloat { get }
    /// The top edge.
    var topAnchor: NSLayoutYAxisAnchor { get }
    /// The bottom edge.
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    /// The height.
    var heightAnchor: NSLayoutDimension { get }
}

/// The guides of a controller that end and begin at the safe area.
final class LayoutSupportGuide: UILayoutGuide, UILayoutSupport {
    var length: CGFloat { owningView.map { (role?.frame(in: $0) ?? .zero).height } ?? 0 }
}

/// The guides that each view has.
enum LayoutGuideRole: Int {
    case margins, safeArea, readable, top, bottom, scrollContent, scrollFrame

    /// The widest text that is easily read, in points. *Source*: measured by others at the standard text size: readable widths of iPads are
    /// 672 (useyourloaf.com, "Readable Content Guides").
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
        }
    }

    /// How far the guide's edges are from the view's.
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
        case .bottom:
            return UIEdgeInsets(top: max(0, height - view.safeAreaInsets.bottom), left: 0, bottom: 0, right: 0)
        case .scrollContent: return .zero
        case .scrollFrame:
            // As large as the view, at its offset.
            let origin = view.bounds.origin
            return UIEdgeInsets(top: origin.y, left: origin.x, bottom: -origin.y, right: -origin.x)
        }
    }

    /// Whether the guide is as large as its view, but for its insets; constraints say how large a scroll view's content is.
    var hasViewSize: Bool { self != .scrollContent }

    @MainActor func frame(in view: UIView) -> CGRect {
        if self == .scrollContent { return CGRect(origin: .zero, size: (view as? UIScrollView)?.contentSize ?? .zero) }
        let size = view.bounds.size
        return CGRect(origin: .zero, size: size).inset(by: insets(in: view, width: size.width, height: size.height))
    }
}
