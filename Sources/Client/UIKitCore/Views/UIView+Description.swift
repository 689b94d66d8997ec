import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// The view's class, address, frame and the values that differ from a new view's, as UIKit prints them.
    ///
    /// *Source*: logs of UIKit in public questions: `<UIView: 0x7f...; frame = (0 0; 10 10); alpha = 0.5; hidden = YES;
    /// opaque = NO; autoresize = W+H; userInteractionEnabled = NO; tag = 1; layer = <CALayer: 0x...>>`.
    final var logLine: String {
        func number(_ value: CGFloat) -> String { String(format: "%g", Double(value)) }
        let frame = frame
        var parts = [
            "frame = (\(number(frame.minX)) \(number(frame.minY)); \(number(frame.width)) \(number(frame.height)))"
        ]
        if let text = (self as? UILabel)?.text { parts.append("text = '\(text)'") }
        let transform = transform
        if !transform.isIdentity { parts.append("transform = \(NSCoder.string(for: transform))") }
        if clipsToBounds, !(self is UIWindow) { parts.append("clipsToBounds = YES") }
        if alpha != 1 { parts.append("alpha = \(number(alpha))") }
        if isHidden { parts.append("hidden = YES") }
        if !isOpaque { parts.append("opaque = NO") }
        let mask = autoresizingMask
        let names: [(AutoresizingMask, String)] = [
            (.flexibleLeftMargin, "LM"), (.flexibleWidth, "W"), (.flexibleRightMargin, "RM"),
            (.flexibleTopMargin, "TM"), (.flexibleHeight, "H"), (.flexibleBottomMargin, "BM"),
        ]
        let flexible = names.filter { mask.contains($0.0) }.map(\.1)
        if !flexible.isEmpty { parts.append("autoresize = \(flexible.joined(separator: "+"))") }
        if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
        if tag != 0 { parts.append("tag = \(tag)") }
        if let recognizers = rare?.gestureRecognizers, !recognizers.isEmpty {
            parts.append("gestureRecognizers = \(Self.name(of: NSArray(array: recognizers)))")
        }
        if let color = backgroundColor { parts.append("backgroundColor = \(color)") }
        parts.append("layer = \(Self.name(of: layer))")
        return "<\(Self.name(of: self).dropFirst().dropLast()); \(parts.joined(separator: "; "))>"
    }

    /// An object's class and address: `<UIView: 0x7f...>`.
    nonisolated static func name(of object: AnyObject) -> String {
        "<\(type(of: object)): \(address(of: object))>"
    }
}

extension UIView: CaptureNamed {
    /// The identifier that tests find the view by, or else its label, which is its text if it shows one.
    nonisolated package var captureName: String? {
        assumeMainActor { accessibilityIdentifier ?? accessibilityLabel }
    }
}
