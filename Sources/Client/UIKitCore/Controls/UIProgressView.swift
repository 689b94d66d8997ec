import CoreGraphics
import Foundation
import QuartzCore

/// A bar that fills from one end to the other. It takes no touches.
///
/// It is 4 points high, 2 in toolbars. *Source*: Apple, UIProgressView, UIProgressView.h; Interface Builder writes 4
/// points since iOS 14, 2 before (nib files in public repositories).
open class UIProgressView: UIView {
    /// The use of a bar, which decides its height.
    public enum Style: Int, Sendable {
        /// Anywhere.
        case `default` = 0
        /// In a toolbar.
        case bar
    }

    private let (trackPart, progressPart) = (ControlPart(), ControlPart())
    private var stored: Float = 0

    /// Makes a bar with a frame; the bar's own height replaces the frame's. *Source*: Apple,
    /// UIProgressView.init(frame:); dotnet/macios, ProgressViewTest.cs.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        makeParts()
        bounds.size.height = height
        if frame.isUsable { self.frame.origin = frame.origin }
    }

    /// Makes a bar of a style, with the style's height and a width of 0. *Source*: Apple,
    /// UIProgressView.init(progressViewStyle:): "sets the view height according to the style".
    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
        bounds.size.height = height
    }

    /// Reads a bar from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts { makeParts() }
        progressViewStyle = Style(rawValue: coder.decodeInteger(forKey: "UIProgressViewStyle")) ?? .default
        progress = coder.decodeFloat(forKey: "UIProgress")
        progressTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIProgressTintColor")
        trackTintColor = coder.optionalObject(of: UIColor.self, forKey: "UITrackTintColor")
        progressImage = coder.optionalObject(of: UIImage.self, forKey: "UIProgressImage")
        trackImage = coder.optionalObject(of: UIImage.self, forKey: "UITrackImage")
        // Observers of properties do not run in an initialiser.
        showColors()
        layoutParts()
        coder.readNib(self, as: UIProgressView.self)
    }

    /// Writes the bar into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(progressViewStyle.rawValue, forKey: "UIProgressViewStyle")
        coder.encode(stored, forKey: "UIProgress")
        coder.encodeOptional(progressTintColor, forKey: "UIProgressTintColor")
        coder.encodeOptional(trackTintColor, forKey: "UITrackTintColor")
        coder.encodeOptional(progressImage, forKey: "UIProgressImage")
        coder.encodeOptional(trackImage, forKey: "UITrackImage")
    }

    private func makeParts() {
        isOpaque = false
        isUserInteractionEnabled = false
        addSubview(trackPart)
        addSubview(progressPart)
        showColors()
    }

    /// The filled fraction, limited to 0...1; 0 at first. *Source*: Apple, UIProgressView.progress; UIProgressView.h:
    /// "values outside are pinned".
    open var progress: Float {
        get { stored }
        set { setProgress(newValue, animated: false) }
    }

    /// Sets the filled fraction, animated or at once; NaN is ignored. *Source*: Apple,
    /// UIProgressView.setProgress(_:animated:); the duration is our own.
    open func setProgress(_ progress: Float, animated: Bool) {
        guard !progress.isNaN else { return }
        stored = min(max(progress, 0), 1)
        guard animated else { return layoutParts() }
        UIView.animate(withDuration: ControlTiming.toggle) { self.layoutParts() }
    }

    /// The use of the bar; `default` at first.
    open var progressViewStyle = Style.default {
        didSet {
            guard progressViewStyle != oldValue else { return }
            invalidateIntrinsicContentSize()
            layoutParts()
        }
    }

    /// The colour of the filled part; the tint colour if nil, as at first.
    open var progressTintColor: UIColor? { didSet { showColors() } }
    /// The colour of the unfilled part; a translucent gray if nil, as at first.
    open var trackTintColor: UIColor? { didSet { showColors() } }
    /// A picture of the filled part, stretched except for its caps; nil for none.
    open var progressImage: UIImage? { didSet { showColors() } }
    /// A picture of the unfilled part, stretched except for its caps; nil for none.
    open var trackImage: UIImage? { didSet { showColors() } }

    private func showColors() {
        (progressPart.image, trackPart.image) = (progressImage, trackImage)
        progressPart.backgroundColor = progressImage == nil ? progressTintColor ?? tintColor : nil
        let gray: UIColor = progressViewStyle == .bar ? .clear : .systemFill
        trackPart.backgroundColor = trackImage == nil ? trackTintColor ?? gray : nil
        layoutParts()
    }

    /// Shows the new tint colour.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        showColors()
    }

    private var height: CGFloat { progressViewStyle == .bar ? 2 : 4 }

    private func layoutParts() {
        let bounds = bounds
        trackPart.frame = bounds
        let width = bounds.width * CGFloat(stored)
        let isMirrored = isRightToLeft
        progressPart.frame = CGRect(
            x: isMirrored ? bounds.maxX - width : bounds.minX, y: bounds.minY, width: width, height: bounds.height)
        // In toolbars, the bar's ends are square.
        let radius = progressViewStyle == .bar ? 0 : bounds.height / 2
        trackPart.round(by: trackImage == nil ? radius : 0)
        progressPart.round(by: progressImage == nil ? min(radius, width / 2) : 0)
    }

    /// Lays out the bar.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// The present width, and the style's height.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: bounds.width, height: height) }
    /// The style's height, without a width.
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: height) }

    override var standardIsAccessibilityElement: Bool { true }
    override var standardAccessibilityLabel: String? { "Progress" }
    override var standardAccessibilityTraits: UIAccessibilityTraits { .updatesFrequently }
    /// The filled fraction, in percent.
    override var standardAccessibilityValue: String? { "\(Int((Double(stored) * 100).rounded()))%" }
}
