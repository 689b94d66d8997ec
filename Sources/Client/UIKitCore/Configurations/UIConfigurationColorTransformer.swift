import CoreGraphics
import Foundation

/// Changes a colour of a configuration, for instance to a gray. Two transformers are equal if one is a copy of the
/// other.
public struct UIConfigurationColorTransformer {
    private final class Function {
        let body: (UIColor) -> UIColor
        init(_ body: @escaping (UIColor) -> UIColor) { self.body = body }
    }

    private let function: Function

    /// Makes a transformer from a closure.
    public init(_ transform: @escaping (UIColor) -> UIColor) { function = Function(transform) }

    /// The closure.
    public var transform: (UIColor) -> UIColor { function.body }

    /// The changed colour.
    public func callAsFunction(_ input: UIColor) -> UIColor { function.body(input) }

    /// Gives the gray of a colour's luminance.
    public static let grayscale = UIConfigurationColorTransformer { input in
        input.mapped { color in
            var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
            unsafe color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
            // *Source* of the weights: ITU-R BT.709.
            return UIColor(white: 0.2126 * red + 0.7152 * green + 0.0722 * blue, alpha: alpha)
        }
    }

    /// Gives the tint colour of content that a program prefers: the colour itself. On Apple's systems a user's accent
    /// colour on a Mac may replace it.
    public static let preferredTint = UIConfigurationColorTransformer { $0 }

    /// Gives the colour that is used where tints are not wanted: the secondary label's. *Source*: Apple,
    /// UIConfigurationColorTransformer.monochromeTint, which names no colour.
    public static let monochromeTint = UIConfigurationColorTransformer { _ in .secondaryLabel }
}

// Safe because: the closure is immutable, and configurations call it on the main actor.
extension UIConfigurationColorTransformer: Hashable, @unchecked Sendable {
    /// Whether one transformer is a copy of the other.
    public static func == (a: UIConfigurationColorTransformer, b: UIConfigurationColorTransformer) -> Bool {
        a.function === b.function
    }
    /// Feeds the identity of the closure.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(function)) }
}

extension UIColor {
    /// The colour that a function gives of this one, trait by trait.
    func mapped(_ change: @escaping @Sendable (UIColor) -> UIColor) -> UIColor {
        UIColor { traits in change(self.resolvedColor(with: traits)) }
    }
}
