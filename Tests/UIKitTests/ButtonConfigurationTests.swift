import Foundation
import Testing

import UIKit
@testable import UIKitCore

/// Buttons with configurations: kinds, texts, places, states.
@MainActor @Suite struct ButtonConfigurationTests {
    private func button(_ change: (inout UIButton.Configuration) -> Void) -> UIButton {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Title"
        change(&configuration)
        let button = UIButton(configuration: configuration)
        button.sizeToFit()
        button.layoutIfNeeded()
        return button
    }

    private func image(_ width: CGFloat, _ height: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { _ in }
    }

    private func fill(_ button: UIButton) -> UIColor? { button.subviews.first?.subviews.first?.backgroundColor }

    // *Source*: Apple, UIButton.Configuration: the defaults that its pages name.
    @Test func configurations_have_apples_defaults() {
        let plain = UIButton.Configuration.plain()
        #expect(plain.imagePlacement == .leading && plain.titleAlignment == .automatic && plain.buttonSize == .medium)
        #expect(plain.cornerStyle == .dynamic && plain.automaticallyUpdateForSelection && !plain.showsActivityIndicator)
        #expect(
            plain.imagePadding == 0
                && plain.contentInsets == NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12))
    }

    @Test func sizes_have_insets_and_fonts_of_their_own() {
        let fonts = [UIButton.Configuration.Size.mini, .small, .medium, .large].map { size in
            let button = button { $0.buttonSize = size }
            return unsafe button.titleLabel?.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
        }
        #expect(fonts.map { $0?.pointSize } == [15, 15, 17, 17])
        let (medium, large) = (button { _ in }, button { $0.buttonSize = .large })
        #expect(large.bounds.height - medium.bounds.height == 16.0)
        var own = UIButton.Configuration.plain()
        own.contentInsets.leading = 3
        own.buttonSize = .large
        #expect(own.contentInsets.leading == 3)
        own.setDefaultContentInsets()
        #expect(own.contentInsets.leading == 20)
    }

    // *Source*: Apple, UIButton.Configuration.imagePlacement, imagePadding.
    @Test func the_picture_is_at_each_side_of_the_title() throws {
        for (placement, test) in [
            (.leading, { $0.maxX + 5 == $1.minX }), (.trailing, { $1.maxX + 5 == $0.minX }),
            (.top, { $0.maxY + 5 == $1.minY }), (.bottom, { $1.maxY + 5 == $0.minY }),
        ] as [(NSDirectionalRectEdge, (CGRect, CGRect) -> Bool)] {
            let button = button {
                ($0.image, $0.imagePadding, $0.imagePlacement) = (image(10, 8), 5, placement)
            }
            let picture = try #require(button.imageView?.frame), title = try #require(button.titleLabel?.frame)
            #expect(test(picture, title), "\(placement): \(picture), \(title)")
            #expect(button.bounds.insetBy(dx: 11, dy: 6).contains(picture.union(title)))
        }
    }

    @Test func a_subtitle_is_below_the_title_on_its_side() throws {
        let button = button {
            ($0.subtitle, $0.image) = ("A longer subtitle", image(10, 10))
        }
        let title = try #require(button.titleLabel?.frame), subtitle = try #require(button.subtitleLabel?.frame)
        #expect(subtitle.minY == title.maxY + 1 && subtitle.minX == title.minX && subtitle.height < title.height)
        let centred = self.button { $0.subtitle = "A longer subtitle" }
        #expect(abs((centred.subtitleLabel?.frame.midX ?? 0) - (centred.titleLabel?.frame.midX ?? 9)) <= 0.5)
        let trailing = self.button { ($0.subtitle, $0.titleAlignment) = ("A longer subtitle", .trailing) }
        #expect(trailing.subtitleLabel?.frame.maxX == trailing.titleLabel?.frame.maxX)
    }

    // *Source*: Apple, UIConfigurationTextAttributesTransformer; AttributeScopes.UIKitAttributes.
    @Test func attributes_and_transformers_style_the_title() {
        var bold = AttributeContainer()
        bold.font = .boldSystemFont(ofSize: 30)
        bold.foregroundColor = .red
        let styled = button { $0.attributedTitle = AttributedString("Big", attributes: bold) }
        func value(_ button: UIButton, _ key: NSAttributedString.Key) -> Any? {
            unsafe button.titleLabel?.attributedText?.attribute(key, at: 0, effectiveRange: nil)
        }
        #expect(
            (value(styled, .font) as? UIFont)?.pointSize == 30 && value(styled, .foregroundColor) as? UIColor == .red)
        let changed = button {
            $0.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
                var outgoing = incoming
                outgoing.font = .systemFont(ofSize: 9)
                return outgoing
            }
        }
        #expect(
            (value(changed, .font) as? UIFont)?.pointSize == 9 && value(changed, .foregroundColor) as? UIColor == .white
        )
    }

    @Test func the_background_is_the_programs_where_it_has_one() {
        #expect(fill(button { _ in }) == .systemBlue)
        #expect(fill(button { $0.baseBackgroundColor = .brown }) == .brown)
        let own = button {
            $0.baseBackgroundColor = .brown
            $0.background.backgroundColor = .purple
            ($0.background.strokeWidth, $0.background.strokeColor) = (2, .red)
            ($0.background.cornerRadius, $0.cornerStyle) = (3, .fixed)
        }
        #expect(fill(own) == .purple)
        #expect(own.subviews.first?.subviews.last?.layer.borderWidth == 2)
        #expect(own.subviews.first?.subviews.first?.layer.cornerRadius == 3)
        own.isEnabled = false
        #expect(fill(own) == .purple)
    }

    // *Source*: Apple, UIButton.configurationUpdateHandler.
    @Test func a_handler_changes_the_configuration_for_each_state() {
        let button = button { _ in }
        var calls = 0
        button.configurationUpdateHandler = { button in
            calls += 1
            button.configuration?.title = button.isSelected ? "On" : "Off"
        }
        button.layoutIfNeeded()
        #expect(calls == 1 && button.titleLabel?.text == "Off")
        button.isSelected = true
        button.layoutIfNeeded()
        #expect(calls == 2 && button.titleLabel?.text == "On")
        button.layoutIfNeeded()
        #expect(calls == 2)
        button.automaticallyUpdatesConfiguration = false
        button.isSelected = false
        button.layoutIfNeeded()
        #expect(calls == 2)
        button.setNeedsUpdateConfiguration()
        button.layoutIfNeeded()
        #expect(calls == 3 && button.titleLabel?.text == "Off")
    }

    @Test func spokes_turn_in_the_place_of_the_picture() {
        let button = button { ($0.image, $0.showsActivityIndicator) = (image(10, 8), true) }
        let spokes = button.subviews.compactMap { $0 as? UIActivityIndicatorView }
        #expect(spokes.count == 1 && spokes[0].isAnimating && button.imageView?.image == nil)
        #expect(spokes[0].frame.maxX <= button.titleLabel?.frame.minX ?? 0)
        button.configuration?.showsActivityIndicator = false
        #expect(!button.subviews.contains { $0 is UIActivityIndicatorView })
        button.layoutIfNeeded()
        #expect(button.imageView?.image != nil)
    }

    @Test func from_right_to_left_leading_is_right() throws {
        let button = button { ($0.image, $0.imagePadding) = (image(10, 8), 5) }
        button.semanticContentAttribute = .forceRightToLeft
        button.setNeedsLayout()
        button.layoutIfNeeded()
        let picture = try #require(button.imageView?.frame), title = try #require(button.titleLabel?.frame)
        #expect(title.maxX + 5 == picture.minX)
    }

    @Test func a_button_without_a_configuration_again_has_its_titles_by_state() {
        let button = button { _ in }
        button.setTitle("Plain", for: .normal)
        button.configuration = nil
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Plain")
        #expect(button.subviews.allSatisfy { $0 === button.titleLabel })
    }
}
