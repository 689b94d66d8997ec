import CoreGraphics
import UIKitCore

/// Places a picture and two texts in a width. *Space*: the content view's, y down. *Units*: points.
struct ListContentLayout {
    enum Part { case text, secondaryText, image }

    private let configuration: Values
    private let margins: UIEdgeInsets
    var image: CGSize?
    var isSymbol = false
    var isMirrored = false
    /// Whether the user's size of text is one for accessibility: then texts are never side by side.
    var isLarge = false
    /// Pixels per point.
    var scale: CGFloat = 1
    /// The size of a text in a room; nil without a text. A width of 0 stands for any.
    var text: ((CGSize) -> CGSize)?
    var secondaryText: ((CGSize) -> CGSize)?
    /// The distances of the first baselines from the tops of the texts.
    var ascenders: (CGFloat, CGFloat) = (0, 0)

    private(set) var isSideBySide = false
    private(set) var contentWidth: CGFloat = 0
    private(set) var contentHeight: CGFloat = 0
    private var width: CGFloat = 0
    private var imageSize = CGSize.zero
    private var keptSize = CGSize.zero
    private var textSize = CGSize.zero
    private var secondarySize = CGSize.zero

    private struct Values {
        var imagePadding: CGFloat, sidePadding: CGFloat, linePadding: CGFloat
        var prefersSides: Bool
        var most: CGSize, kept: CGSize
        var symbolWidth: CGFloat
    }

    @MainActor init(_ configuration: UIListContentConfiguration, margins: UIEdgeInsets) {
        let image = configuration.imageProperties
        self.configuration = Values(
            imagePadding: configuration.imageToTextPadding,
            sidePadding: configuration.textToSecondaryTextHorizontalPadding,
            linePadding: configuration.textToSecondaryTextVerticalPadding,
            prefersSides: configuration.prefersSideBySideTextAndSecondaryText, most: image.maximumSize,
            kept: image.reservedLayoutSize, symbolWidth: image.symbolWidth)
        self.margins = margins
    }

    /// Measures the parts in a width; `greatestFiniteMagnitude` stands for any.
    mutating func arrange(width: CGFloat) {
        self.width = width
        measureImage()
        let start = margins.left + margins.right + (image == nil ? 0 : keptSize.width)
        let hasText = text != nil || secondaryText != nil
        let used = start + (image != nil && hasText ? configuration.imagePadding : 0)
        let isOpen = width == .greatestFiniteMagnitude
        let room = isOpen ? 0 : max(1, width - used)
        func size(_ measure: ((CGSize) -> CGSize)?, _ width: CGFloat) -> CGSize {
            measure?(CGSize(width: width, height: 0)) ?? .zero
        }
        isSideBySide = false
        if configuration.prefersSides, !isLarge, text != nil, secondaryText != nil {
            (textSize, secondarySize) = (size(text, 0), size(secondaryText, 0))
            let both = textSize.width + configuration.sidePadding + secondarySize.width
            isSideBySide = isOpen || both <= room
        }
        let textsHeight: CGFloat
        if isSideBySide {
            contentWidth = used + textSize.width + configuration.sidePadding + secondarySize.width
            let top = max(ascenders.0, ascenders.1)
            textsHeight = max(top - ascenders.0 + textSize.height, top - ascenders.1 + secondarySize.height)
        } else {
            (textSize, secondarySize) = (size(text, room), size(secondaryText, room))
            contentWidth = used + max(textSize.width, secondarySize.width)
            textsHeight = textSize.height + secondarySize.height + linePadding
        }
        contentHeight = margins.top + max(textsHeight, image == nil ? 0 : keptSize.height) + margins.bottom
        contentHeight = (contentHeight * scale - 1e-6).rounded(.up) / scale
    }

    private var linePadding: CGFloat { text != nil && secondaryText != nil ? configuration.linePadding : 0 }

    private mutating func measureImage() {
        guard var size = image else { return }
        let most = configuration.most
        var factor: CGFloat = 1
        if most.width > 0, size.width > most.width { factor = min(factor, most.width / size.width) }
        if most.height > 0, size.height > most.height { factor = min(factor, most.height / size.height) }
        if factor < 1 { size = CGSize(width: size.width * factor, height: size.height * factor) }
        imageSize = size
        func kept(_ value: CGFloat, _ own: CGFloat, _ standard: CGFloat) -> CGFloat {
            if value == UIListContentConfiguration.ImageProperties.standardDimension { return standard }
            return value > 0 ? value : own
        }
        keptSize = CGSize(
            width: kept(
                configuration.kept.width, isSymbol ? max(size.width, configuration.symbolWidth) : size.width,
                configuration.symbolWidth),
            height: kept(configuration.kept.height, size.height, configuration.symbolWidth))
    }

    /// The rectangles of the parts in a height; the content is in the middle between the margins.
    func frames(height: CGFloat) -> [Part: CGRect] {
        var frames: [Part: CGRect] = [:]
        let inner = max(0, height - margins.top - margins.bottom)
        let middle = margins.top + inner / 2
        // From here on leading is left; mirrored at the end.
        let (leading, trailing) = isMirrored ? (margins.right, margins.left) : (margins.left, margins.right)
        var x = leading
        if image != nil {
            frames[.image] = CGRect(
                x: x + (keptSize.width - imageSize.width) / 2, y: middle - imageSize.height / 2,
                width: imageSize.width, height: imageSize.height)
            x += keptSize.width + configuration.imagePadding
        }
        let room = max(0, width - x - trailing)
        if isSideBySide {
            let top = max(ascenders.0, ascenders.1)
            let block = max(top - ascenders.0 + textSize.height, top - ascenders.1 + secondarySize.height)
            let y = middle - block / 2
            frames[.text] = CGRect(
                x: x, y: y + top - ascenders.0, width: min(textSize.width, room), height: textSize.height)
            frames[.secondaryText] = CGRect(
                x: width - trailing - secondarySize.width, y: y + top - ascenders.1, width: secondarySize.width,
                height: secondarySize.height)
        } else {
            let block = min(textSize.height + secondarySize.height + linePadding, max(inner, 0))
            let y = middle - block / 2
            if text != nil {
                let own = min(textSize.height, block)
                frames[.text] = CGRect(x: x, y: y, width: room, height: own)
            }
            if secondaryText != nil {
                let start = y + (text == nil ? 0 : textSize.height + linePadding)
                frames[.secondaryText] = CGRect(x: x, y: start, width: room, height: secondarySize.height)
            }
        }
        return frames.mapValues { snapped(isMirrored ? mirrored($0) : $0) }
    }

    private func mirrored(_ frame: CGRect) -> CGRect {
        CGRect(x: width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
    }

    /// A rectangle at whole pixels; its size only grows.
    private func snapped(_ frame: CGRect) -> CGRect {
        CGRect(
            x: (frame.minX * scale).rounded() / scale, y: (frame.minY * scale).rounded() / scale,
            width: (frame.width * scale - 1e-6).rounded(.up) / scale,
            height: (frame.height * scale - 1e-6).rounded(.up) / scale)
    }
}
