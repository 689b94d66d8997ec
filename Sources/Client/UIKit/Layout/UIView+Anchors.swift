import Foundation

extension UIView {
    // MARK: Anchors

    /// The edge where writing begins. *Source*: Apple, UIView.leadingAnchor.
    public final var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .leading)) }
    /// The edge where writing ends. *Source*: Apple, UIView.trailingAnchor.
    public final var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .trailing)) }
    /// The left edge. *Source*: Apple, UIView.leftAnchor.
    public final var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .left)) }
    /// The right edge. *Source*: Apple, UIView.rightAnchor.
    public final var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .right)) }
    /// The top edge. *Source*: Apple, UIView.topAnchor.
    public final var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .top)) }
    /// The bottom edge. *Source*: Apple, UIView.bottomAnchor.
    public final var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .bottom)) }
    /// The width. *Source*: Apple, UIView.widthAnchor.
    public final var widthAnchor: NSLayoutDimension { NSLayoutDimension(.init(self, .width)) }
    /// The height. *Source*: Apple, UIView.heightAnchor.
    public final var heightAnchor: NSLayoutDimension { NSLayoutDimension(.init(self, .height)) }
    /// The middle, from left to right. *Source*: Apple, UIView.centerXAnchor.
    public final var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(.init(self, .centerX)) }
    /// The middle, from top to bottom. *Source*: Apple, UIView.centerYAnchor.
    public final var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .centerY)) }
    /// The baseline of the first line; the top of a view without text. *Source*: Apple, UIView.firstBaselineAnchor.
    public final var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .firstBaseline)) }
    /// The baseline of the last line; the bottom of a view without text. *Source*: Apple, UIView.lastBaselineAnchor.
    public final var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .lastBaseline)) }
}
