import Foundation

/// The attributes of `AttributedString` that views draw. *Source*: Apple, AttributeScopes.UIKitAttributes.
extension AttributeScopes {
    /// The scope of UIKit's attributes.
    public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }

    /// Attributes of text that views draw.
    public struct UIKitAttributes: AttributeScope {
        /// The font.
        public let font: FontAttribute
        /// The colour of letters.
        public let foregroundColor: ForegroundColorAttribute
        /// The colour behind letters.
        public let backgroundColor: BackgroundColorAttribute
        /// The distance that is added between letters, in points.
        public let kern: KernAttribute
        /// The height above the baseline, in points.
        public let baselineOffset: BaselineOffsetAttribute
        /// Foundation's attributes.
        public let foundation: FoundationAttributes

        /// The font.
        public enum FontAttribute: AttributedStringKey {
            /// The type of the value.
            public typealias Value = UIFont
            /// The name.
            public static let name = "NSFont"
        }
        /// The colour of letters.
        public enum ForegroundColorAttribute: AttributedStringKey {
            /// The type of the value.
            public typealias Value = UIColor
            /// The name.
            public static let name = "NSColor"
        }
        /// The colour behind letters.
        public enum BackgroundColorAttribute: AttributedStringKey {
            /// The type of the value.
            public typealias Value = UIColor
            /// The name.
            public static let name = "NSBackgroundColor"
        }
        /// The distance that is added between letters.
        public enum KernAttribute: AttributedStringKey {
            /// The type of the value.
            public typealias Value = CGFloat
            /// The name.
            public static let name = "NSKern"
        }
        /// The height above the baseline.
        public enum BaselineOffsetAttribute: AttributedStringKey {
            /// The type of the value.
            public typealias Value = CGFloat
            /// The name.
            public static let name = "NSBaselineOffset"
        }
    }
}

extension AttributeDynamicLookup {
    /// Finds UIKit's attributes by their names.
    public subscript<Attribute: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, Attribute>
    ) -> Attribute { self[Attribute.self] }
}

/// Changes the attributes of a text in a configuration.
public struct UIConfigurationTextAttributesTransformer {
    /// The closure.
    public let transform: (AttributeContainer) -> AttributeContainer
    /// Makes a transformer from a closure.
    public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) { self.transform = transform }
    /// The changed attributes.
    public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer { transform(input) }
}

extension AttributedString {
    /// The text with the attributes that views draw. Where it has none, `base` has, changed by a transformer.
    func drawn(_ base: AttributeContainer, _ transformer: UIConfigurationTextAttributesTransformer?)
        -> NSAttributedString
    {
        let result = NSMutableAttributedString(string: "")
        for run in runs {
            var attributes = base.merging(run.attributes)
            if let transformer { attributes = transformer(attributes) }
            var values: [NSAttributedString.Key: Any] = [:]
            if let font = attributes.font { values[.font] = font }
            if let color = attributes.foregroundColor { values[.foregroundColor] = color }
            if let color = attributes.backgroundColor { values[.backgroundColor] = color }
            if let kern = attributes.kern { values[.kern] = kern }
            if let offset = attributes.baselineOffset { values[.baselineOffset] = offset }
            let part = self[run.range].characters.reduce(into: "") { $0.append($1) }
            result.append(NSAttributedString(string: part, attributes: values))
        }
        return result
    }
}
