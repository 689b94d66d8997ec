import Anchorage
import UIKit

/// A card with a picture and two texts. One of them is compressed for the other.
@MainActor let anchorage = Client(
    name: "Anchorage", duration: 1.6, moments: [0.2, 0.8, 1.5]
) {
    Page(.systemGroupedBackground) { page in
        let (card, picture, title, text) = (UIView(), UIView(), UILabel(), UILabel())
        (card.backgroundColor, picture.backgroundColor) = (.white, .systemOrange)
        (title.text, text.text) = ("A title that is too long for its place", "12 minutes ago")
        text.textColor = .secondaryLabel
        for part in [picture, title, text] { card.addSubview(part) }
        page.view.addSubview(card)
        card.horizontalAnchors == page.view.horizontalAnchors + 20
        card.centerYAnchor == page.view.centerYAnchor
        picture.topAnchor == card.topAnchor
        picture.horizontalAnchors == card.horizontalAnchors
        picture.heightAnchor == picture.widthAnchor / 2
        title.topAnchor == picture.bottomAnchor + 12
        title.bottomAnchor == card.bottomAnchor - 12
        title.leadingAnchor == card.leadingAnchor + 12
        text.firstBaselineAnchor == title.firstBaselineAnchor
        text.leadingAnchor >= title.trailingAnchor + 8
        text.trailingAnchor == card.trailingAnchor - 12
        text.setContentCompressionResistancePriority(.required, for: .horizontal)
        let less = picture.widthAnchor == card.widthAnchor / 2 ~ .low
        less.isActive = true
        page.view.layoutIfNeeded()
        UIView.animate(withDuration: 1) {
            card.heightAnchor == 280
            page.view.layoutIfNeeded()
        }
    }
}
