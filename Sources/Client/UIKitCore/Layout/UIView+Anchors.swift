import Foundation

extension UIView {
    // MARK: Anchors

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
    /// The baseline of the first line; the top of a view without text.
    public final var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .firstBaseline)) }
    /// The baseline of the last line; the bottom of a view without text.
    public final var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(.init(self, .lastBaseline)) }
}
