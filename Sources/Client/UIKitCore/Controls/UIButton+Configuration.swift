import CoreGraphics
import Foundation

extension UIButton {
    /// A description of a button's whole appearance.
    ///
    /// *Source*: Apple, UIButton.Configuration; WWDC 2021, "Meet the UIKit button system". Insets, sizes and radii that
    /// Apple does not document are as others have read them off.
    public struct Configuration {
        /// The shape of a button's corners; raw values are Apple's.
        public enum CornerStyle: Int, Sendable {
            /// The background's own radius.
            case fixed = -1
            /// The background's own radius, scaled with the size of text.
            case dynamic = 0
            /// A small radius.
            case small = 1
            /// A medium radius.
            case medium = 2
            /// A large radius.
            case large = 3
            /// Half of the height.
            case capsule = 4
        }

        /// The size of a button; raw values are Apple's.
        public enum Size: Int, Sendable {
            /// Medium.
            case medium = 0
            /// Small.
            case small = 1
            /// Very small.
            case mini = 2
            /// Large.
            case large = 3
        }

        /// The side to which title and subtitle are aligned with each other; raw values are Apple's.
        public enum TitleAlignment: Int, Sendable {
            /// The middle, or the side of the picture.
            case automatic = 0
            /// The side where lines begin.
            case leading = 1
            /// The middle.
            case center = 2
            /// The side where lines end.
            case trailing = 3
        }

        private enum Kind: Int {
            case plain, gray, tinted, filled
        }

        private var kind: Kind
        /// The title; nil for none. Setting it removes `attributedTitle`.
        public var title: String? {
            didSet { if title != nil { attributedTitle = nil } }
        }
        /// The title with attributes of its own; nil for none. It is shown instead of `title`.
        public var attributedTitle: AttributedString?
        /// Changes the attributes of the title; nil for no change.
        public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// A smaller text below the title; nil for none. Setting it removes `attributedSubtitle`.
        public var subtitle: String? {
            didSet { if subtitle != nil { attributedSubtitle = nil } }
        }
        /// The subtitle with attributes of its own; nil for none. It is shown instead of `subtitle`.
        public var attributedSubtitle: AttributedString?
        /// Changes the attributes of the subtitle; nil for no change.
        public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// The side to which title and subtitle are aligned with each other; automatic at first.
        public var titleAlignment = TitleAlignment.automatic
        /// The distance from the title to the subtitle, in points; 1 at first.
        public var titlePadding: CGFloat = 1
        /// The picture; nil for none.
        public var image: UIImage?
        /// Changes the colour of a template; nil for no change.
        public var imageColorTransformer: UIConfigurationColorTransformer?
        /// The size and weight of a symbol; nil for the picture's own.
        public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
        /// The side of the title at which the picture is; leading at first. One edge.
        public var imagePlacement = NSDirectionalRectEdge.leading
        /// The distance from the picture to the title, in points; 0 at first.
        public var imagePadding: CGFloat = 0
        /// Whether spokes turn in the place of the picture; false at first.
        public var showsActivityIndicator = false
        /// Changes the colour of the spokes; nil for no change.
        public var activityIndicatorColorTransformer: UIConfigurationColorTransformer?
        /// The insets of the content, in points: those of the size at first. *Source*: Apple,
        /// UIButton.Configuration.contentInsets; others have read the numbers off.
        public var contentInsets: NSDirectionalEdgeInsets {
            get { ownInsets ?? buttonSize.insets }
            set { ownInsets = newValue }
        }
        private var ownInsets: NSDirectionalEdgeInsets?
        /// The size; medium at first. It determines the insets and the font, unless they are set.
        public var buttonSize = Size.medium
        /// The colour of title and picture; nil for the kind's.
        public var baseForegroundColor: UIColor?
        /// The colour of the background; nil for the kind's.
        public var baseBackgroundColor: UIColor?
        /// The background. A colour that is set here is shown instead of `baseBackgroundColor`, in every state.
        public var background: UIBackgroundConfiguration
        /// The shape of the corners; dynamic at first.
        public var cornerStyle = CornerStyle.dynamic
        /// Whether a selected button looks selected; true at first.
        public var automaticallyUpdateForSelection = true

        private init(_ kind: Kind) {
            self.kind = kind
            background = assumeMainActor {
                var background = UIBackgroundConfiguration.clear()
                background.setStandard(cornerRadius: 6)
                return background
            }
        }

        // MARK: Kinds

        /// A title in the tint colour, without a background.
        public static func plain() -> Configuration { Configuration(.plain) }
        /// A title in the tint colour on grey.
        public static func gray() -> Configuration { Configuration(.gray) }
        /// A title in the tint colour on a light shade of it.
        public static func tinted() -> Configuration { Configuration(.tinted) }
        /// A white title on the tint colour.
        public static func filled() -> Configuration { Configuration(.filled) }
        /// As `plain()`; on Apple's systems, too, but on a Mac.
        public static func borderless() -> Configuration { Configuration(.plain) }
        /// As `gray()`; on Apple's systems, too, but on a Mac.
        public static func bordered() -> Configuration { Configuration(.gray) }
        /// As `tinted()`; on Apple's systems, too, but on a Mac.
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        /// As `filled()`; on Apple's systems, too, but on a Mac.
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        /// Sets the insets of the size again.
        public mutating func setDefaultContentInsets() { ownInsets = nil }

        /// The configuration for a button's state: the background's colour becomes the one of the state, where the
        /// program has set none.
        @MainActor public func updated(for button: UIButton) -> Configuration {
            var result = self
            let shown = shownBackground(button)
            result.background.setStandard(color: shown.backgroundColor)
            return result
        }

        // MARK: Archives

        /// Reads a configuration from a button's archive; nil if it has none.
        init?(_ coder: NSCoder) {
            guard coder.containsValue(forKey: "UIConfigurationKind") else { return nil }
            self.init(Kind(rawValue: coder.decodeInteger(forKey: "UIConfigurationKind")) ?? .plain)
            title = coder.optionalText(forKey: "UIConfigurationTitle")
            subtitle = coder.optionalText(forKey: "UIConfigurationSubtitle")
            image = coder.optionalObject(of: UIImage.self, forKey: "UIConfigurationImage")
            imagePadding = CGFloat(coder.decodeDouble(forKey: "UIConfigurationImagePadding"))
            buttonSize = Size(rawValue: coder.decodeInteger(forKey: "UIConfigurationSize")) ?? .medium
            if coder.containsValue(forKey: "UIConfigurationInsets") {
                let insets = coder.decodeUIEdgeInsets(forKey: "UIConfigurationInsets")
                contentInsets = NSDirectionalEdgeInsets(
                    top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
            }
            baseForegroundColor = coder.optionalObject(of: UIColor.self, forKey: "UIConfigurationForeground")
            baseBackgroundColor = coder.optionalObject(of: UIColor.self, forKey: "UIConfigurationBackground")
            cornerStyle = CornerStyle(rawValue: coder.decodeInteger(forKey: "UIConfigurationCorners")) ?? .dynamic
        }

        /// Writes the configuration's texts, picture, colours, size and corners into a button's archive.
        func write(_ coder: NSCoder) {
            coder.encode(kind.rawValue, forKey: "UIConfigurationKind")
            coder.encodeOptional(title, forKey: "UIConfigurationTitle")
            coder.encodeOptional(subtitle, forKey: "UIConfigurationSubtitle")
            coder.encodeOptional(image, forKey: "UIConfigurationImage")
            coder.encode(Double(imagePadding), forKey: "UIConfigurationImagePadding")
            coder.encode(buttonSize.rawValue, forKey: "UIConfigurationSize")
            if let insets = ownInsets {
                coder.encode(
                    UIEdgeInsets(
                        top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing),
                    forKey: "UIConfigurationInsets")
            }
            coder.encodeOptional(baseForegroundColor, forKey: "UIConfigurationForeground")
            coder.encodeOptional(baseBackgroundColor, forKey: "UIConfigurationBackground")
            coder.encode(cornerStyle.rawValue, forKey: "UIConfigurationCorners")
        }

        // MARK: Looks

        /// The colour of title and picture.
        func foreground(_ tint: UIColor, _ isEnabled: Bool) -> UIColor {
            guard isEnabled else { return UIColor(white: 0.6, alpha: 1) }
            return baseForegroundColor ?? (kind == .filled ? .white : tint)
        }

        /// The colour of the background, without one that the program has set in `background`; nil for none.
        func backgroundColor(_ tint: UIColor, _ isEnabled: Bool) -> UIColor? {
            if kind != .plain, !isEnabled { return UIColor(white: 0.47, alpha: 0.12) }
            switch kind {
            case .plain: return baseBackgroundColor
            case .gray: return baseBackgroundColor ?? UIColor(white: 0.47, alpha: 0.16)
            case .tinted: return (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
            case .filled: return baseBackgroundColor ?? tint
            }
        }

        /// The background in a button's state.
        @MainActor func shownBackground(_ button: UIButton) -> UIBackgroundConfiguration {
            var shown = background
            var color = backgroundColor(button.tintColor, button.isEnabled) ?? .clear
            if automaticallyUpdateForSelection, button.isSelected, kind == .plain, button.isEnabled {
                color = button.tintColor.withAlphaComponent(0.18)
            }
            shown.setStandard(color: color)
            switch cornerStyle {
            case .fixed: break
            case .dynamic:
                let metrics = UIFontMetrics(forTextStyle: .body)
                shown.cornerRadius = metrics.scaledValue(
                    for: background.cornerRadius, compatibleWith: button.traitCollection)
            case .small: shown.cornerRadius = 4
            case .medium: shown.cornerRadius = 6
            case .large: shown.cornerRadius = 9
            case .capsule: shown.cornerRadius = button.bounds.height / 2
            }
            return shown
        }

        /// The title as it is drawn; nil for none.
        @MainActor func drawnTitle(_ fallback: String?, _ color: UIColor, _ traits: UITraitCollection)
            -> NSAttributedString?
        {
            let font = UIFont.preferredFont(forTextStyle: buttonSize.titleStyle, compatibleWith: traits)
            let text = attributedTitle ?? (title ?? fallback).map { AttributedString($0) }
            return Self.drawn(text, font, color, titleTextAttributesTransformer)
        }

        /// The subtitle as it is drawn; nil for none.
        @MainActor func drawnSubtitle(_ color: UIColor, _ traits: UITraitCollection) -> NSAttributedString? {
            let font = UIFont.preferredFont(forTextStyle: .caption1, compatibleWith: traits)
            let text = attributedSubtitle ?? subtitle.map { AttributedString($0) }
            return Self.drawn(text, font, color, subtitleTextAttributesTransformer)
        }

        private static func drawn(
            _ text: AttributedString?, _ font: UIFont, _ color: UIColor,
            _ transformer: UIConfigurationTextAttributesTransformer?
        ) -> NSAttributedString? {
            guard let text, !text.characters.isEmpty else { return nil }
            var base = AttributeContainer()
            base.font = font
            base.foregroundColor = color
            return text.drawn(base, transformer)
        }

        /// The picture as it is drawn, at the preferred size of a symbol.
        func drawnImage(_ fallback: UIImage?) -> UIImage? {
            guard let image = image ?? fallback else { return nil }
            guard image.isSymbolImage, let wanted = preferredSymbolConfigurationForImage else { return image }
            return image.applyingSymbolConfiguration(wanted) ?? image
        }
    }
}

extension UIButton.Configuration.Size {
    /// The insets of a button's content, in points: buttons are 28, 28, 34 and 50 points high with Apple's font, as
    /// others have measured.
    var insets: NSDirectionalEdgeInsets {
        switch self {
        case .mini, .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
        case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
        }
    }

    /// The style of the title's font.
    var titleStyle: UIFont.TextStyle { self == .mini || self == .small ? .subheadline : .body }
}
