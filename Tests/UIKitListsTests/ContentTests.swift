import MicaScripts
import Testing
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// Content and background configurations, their states and views.
@MainActor @Suite struct ContentTests {
    private var traits: UITraitCollection { .current }

    // MARK: Numbers

    // *Source*: descriptions of configurations by iOS 14 to 17 in public logs.
    @Test func styles_have_apples_margins() {
        let cell = UIListContentConfiguration.cell()
        #expect(cell.directionalLayoutMargins == NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 8))
        #expect(cell.axesPreservingSuperviewLayoutMargins == .horizontal)
        #expect(cell.imageToTextPadding == 16 && cell.textToSecondaryTextVerticalPadding == 3)
        let header = UIListContentConfiguration.groupedHeader()
        #expect(header.directionalLayoutMargins == NSDirectionalEdgeInsets(top: 17, leading: 8, bottom: 6, trailing: 8))
        #expect(header.imageToTextPadding == 16 && header.textToSecondaryTextVerticalPadding == 3)
        #expect(header.textProperties.transform == .uppercase && header.textProperties.font.pointSize == 13)
        #expect(UIListContentConfiguration.valueCell().prefersSideBySideTextAndSecondaryText)
        #expect(!UIListContentConfiguration.subtitleCell().prefersSideBySideTextAndSecondaryText)
        #expect(cell.textProperties.font.pointSize == 17 && cell.textProperties.numberOfLines == 0)
    }

    // MARK: States

    // *Source*: WWDC 2020, "Modern cell configuration": a value that a program sets stays.
    @Test func states_change_the_values_that_no_program_has_set() {
        var state = UICellConfigurationState(traitCollection: traits)
        state.isSelected = true
        let background = UIBackgroundConfiguration.listPlainCell()
        #expect(background.backgroundColor == .systemBackground)
        #expect(background.updated(for: state).backgroundColor == .systemGray4)
        var own = background
        own.backgroundColor = .systemTeal
        #expect(own.updated(for: state).backgroundColor == .systemTeal)
        state.isSelected = false
        #expect(background.updated(for: state) == background)
        state.isDisabled = true
        var content = UIListContentConfiguration.cell()
        #expect(content.updated(for: state).textProperties.color == .tertiaryLabel)
        content.textProperties.color = .systemRed
        #expect(content.updated(for: state).textProperties.color == .systemRed)
    }

    @Test func fonts_follow_the_size_of_text_unless_set() {
        let large = UITraitCollection(traitsFrom: [
            traits, UITraitCollection(preferredContentSizeCategory: .extraExtraExtraLarge),
        ])
        let state = UIViewConfigurationState(traitCollection: large)
        var content = UIListContentConfiguration.cell()
        // *Source*: Human Interface Guidelines, Typography: body has 23 points at xxxLarge.
        #expect(content.updated(for: state).textProperties.font.pointSize == 23)
        content.textProperties.font = .systemFont(ofSize: 11)
        #expect(content.updated(for: state).textProperties.font.pointSize == 11)
    }

    @Test func states_hold_a_programs_values() {
        let key = UIConfigurationStateCustomKey("org.mica.isArchived")
        var state = UICellConfigurationState(traitCollection: traits)
        let plain = state
        state[key] = true
        #expect(state[key] == AnyHashable(true) && state != plain)
        state[key] = nil
        #expect(state == plain)
        #expect(state.cellDragState == .none && state.cellDropState == .none)
    }

    // *Source*: Apple, UIBackgroundConfiguration.backgroundColor: nil "uses the view's tint color".
    @Test func a_background_without_a_colour_has_the_tint_colour() {
        var background = UIBackgroundConfiguration.clear()
        #expect(background.backgroundColor == .clear)
        background.backgroundColor = nil
        #expect(background.resolvedBackgroundColor(for: .systemPink) == .systemPink)
        background.backgroundColorTransformer = .init { $0.withAlphaComponent(0.5) }
        #expect(background.resolvedBackgroundColor(for: .red) == UIColor.red.withAlphaComponent(0.5))
        background.backgroundColorTransformer = .grayscale
        var (red, green): (CGFloat, CGFloat) = (0, 0)
        unsafe background.resolvedBackgroundColor(for: .green).getRed(&red, green: &green, blue: nil, alpha: nil)
        #expect(abs(red - 0.7152) < 0.01 && red == green)
    }

    @Test func configurations_are_equal_if_their_values_are() {
        var one = UIListContentConfiguration.cell(), two = UIListContentConfiguration.cell()
        #expect(one == two && one.hashValue == two.hashValue)
        one.text = "a"
        #expect(one != two)
        two.text = "a"
        #expect(one == two)
        one.attributedText = NSAttributedString(string: "b")
        two.attributedText = NSAttributedString(string: "b")
        #expect(one == two && one.attributedText?.string == "b")
        #expect(UIBackgroundConfiguration.listPlainCell() != .listGroupedCell())
        let view = UIView()
        var background = UIBackgroundConfiguration.clear()
        background.customView = view
        #expect(background != .clear() && background.customView === view)
    }

    // MARK: The view

    @Test func a_content_view_supports_its_own_type() throws {
        struct Other: UIContentConfiguration {
            func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: .cell()) }
            func updated(for state: any UIConfigurationState) -> Other { self }
        }
        let view = UIListContentConfiguration.cell().makeContentView()
        #expect(view is UIListContentView)
        #expect(view.supports(UIListContentConfiguration.valueCell()))
        #expect(!view.supports(Other()))
    }

    private func frames(_ row: ContentRow) -> (text: CGRect, secondary: CGRect, image: CGRect) {
        let content = row.content
        return (
            content.textLayoutGuide?.layoutFrame ?? .null, content.secondaryTextLayoutGuide?.layoutFrame ?? .null,
            content.imageLayoutGuide?.layoutFrame ?? .null
        )
    }

    private func stage(_ configuration: UIListContentConfiguration, isMirrored: Bool = false) -> ContentStage {
        ContentStage(isMirrored: isMirrored, [ContentRow(configuration)])
    }

    @Test func parts_are_at_the_margins_and_paddings() {
        var configuration = UIListContentConfiguration.subtitleCell()
        configuration.text = "Text"
        configuration.secondaryText = "Second"
        configuration.image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 20)).image { _ in }
        let stage = stage(configuration)
        let row = stage.rows[0]
        let (text, secondary, image) = frames(row)
        #expect(image.minX == 16 && image.size == CGSize(width: 30, height: 20))
        #expect(abs(image.midY - row.bounds.midY) <= 0.5)
        #expect(text.minX == 16 + 30 + 16 && secondary.minX == text.minX)
        #expect(abs(secondary.minY - text.maxY - 3) <= 0.5)
        // The height is that of both texts with the margins.
        let height = 11 + text.height + 3 + secondary.height + 11
        #expect(abs(row.bounds.height - height) <= 1, "\(row.bounds.height), \(height)")
    }

    @Test func from_right_to_left_all_is_mirrored() {
        var configuration = UIListContentConfiguration.valueCell()
        configuration.text = "Text"
        configuration.secondaryText = "Value"
        configuration.image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 20)).image { _ in }
        let (left, right) = (stage(configuration), stage(configuration, isMirrored: true))
        let (one, two) = (frames(left.rows[0]), frames(right.rows[0]))
        let width = left.rows[0].content.bounds.width
        for (a, b) in [(one.text, two.text), (one.secondary, two.secondary), (one.image, two.image)] {
            #expect(abs(a.minX - (width - b.maxX)) <= 0.5 && a.size == b.size, "\(a), \(b)")
        }
    }

    @Test func texts_are_aligned_where_they_begin() {
        var configuration = UIListContentConfiguration.valueCell()
        configuration.text = "Text"
        configuration.secondaryText = "Value"
        func alignments(_ stage: ContentStage) -> [NSTextAlignment] {
            stage.rows[0].content.subviews.compactMap { ($0 as? UILabel)?.textAlignment }
        }
        #expect(alignments(stage(configuration)) == [.natural, .right])
        #expect(alignments(stage(configuration, isMirrored: true)) == [.right, .left])
        configuration.textProperties.alignment = .center
        #expect(alignments(stage(configuration))[0] == .center)
    }

    @Test func a_value_is_beside_its_text_if_there_is_room_and_below_otherwise() {
        var configuration = UIListContentConfiguration.valueCell()
        configuration.text = "Text"
        configuration.secondaryText = "Value"
        let short = stage(configuration)
        let (text, value, _) = frames(short.rows[0])
        #expect(value.minX > text.maxX)
        #expect(abs(value.maxX - (320 - 16)) < 0.01)
        configuration.text = String(repeating: "long ", count: 12)
        let (longText, below, _) = frames(stage(configuration).rows[0])
        #expect(below.minY >= longText.maxY)
    }

    // *Source*: Apple, UIListContentConfiguration.ImageProperties.maximumSize and reservedLayoutSize.
    @Test func pictures_keep_their_proportions_in_a_maximum_and_lie_in_the_middle_of_the_kept_size() {
        var configuration = UIListContentConfiguration.cell()
        configuration.text = "Text"
        configuration.image = UIGraphicsImageRenderer(size: CGSize(width: 80, height: 40)).image { _ in }
        configuration.imageProperties.maximumSize = CGSize(width: 40, height: 40)
        configuration.imageProperties.reservedLayoutSize = CGSize(width: 60, height: 0)
        let (text, _, image) = frames(stage(configuration).rows[0])
        #expect(image.size == CGSize(width: 40, height: 20) && abs(image.minX - 26) < 0.01)
        #expect(abs(text.minX - (16 + 60 + 16)) < 0.01)
    }

    @Test func texts_below_symbols_of_different_widths_align() {
        let starts = ["minus", "house.fill", "heart.fill"].map { name in
            var configuration = UIListContentConfiguration.cell()
            configuration.text = "Text"
            configuration.image = UIImage(systemName: name)
            return frames(stage(configuration).rows[0]).text.minX
        }
        #expect(Set(starts).count == 1, "\(starts)")
    }

    @Test func constraints_find_the_height_of_the_content_in_their_width() {
        var configuration = UIListContentConfiguration.cell()
        configuration.text = String(repeating: "word ", count: 40)
        let content = UIListContentView(configuration: configuration)
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 600))
        content.translatesAutoresizingMaskIntoConstraints = false
        outer.addSubview(content)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: outer.topAnchor),
            content.leadingAnchor.constraint(equalTo: outer.leadingAnchor),
            content.widthAnchor.constraint(equalTo: outer.widthAnchor),
        ])
        outer.layoutIfNeeded()
        let wanted = content.sizeThatFits(CGSize(width: 200, height: 0)).height
        #expect(wanted > 100 && abs(content.bounds.height - wanted) <= 1, "\(content.bounds.height), \(wanted)")
        let target = CGSize(width: 300, height: 0)
        let fitting = content.systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        #expect(fitting.width == 300 && fitting.height < wanted && fitting.height > 44)
    }

    @Test func guides_are_nil_without_their_part() {
        var configuration = UIListContentConfiguration.cell()
        configuration.text = "Text"
        let view = UIListContentView(configuration: configuration)
        #expect(view.textLayoutGuide != nil && view.secondaryTextLayoutGuide == nil && view.imageLayoutGuide == nil)
        configuration.text = nil
        view.configuration = configuration
        #expect(view.textLayoutGuide == nil && view.subviews.isEmpty)
    }

    // MARK: The background's view

    @Test func a_background_has_insets_corners_and_a_stroke_outside() throws {
        var configuration = UIBackgroundConfiguration.clear()
        configuration.backgroundColor = .red
        configuration.backgroundInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        configuration.edgesAddingLayoutMarginsToBackgroundInsets = [.leading]
        configuration.cornerRadius = 100
        (configuration.strokeWidth, configuration.strokeOutset, configuration.strokeColor) = (2, 5, .blue)
        let cell = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
        cell.layoutMargins = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 0)
        let view = BackgroundConfigurationView(configuration: configuration)
        view.frame = cell.bounds
        cell.addSubview(view)
        view.layoutIfNeeded()
        let fill = try #require(view.subviews.first), stroke = try #require(view.subviews.last)
        #expect(fill.frame == CGRect(x: 12, y: 1, width: 84, height: 40))
        #expect(fill.layer.cornerRadius == 20)
        #expect(stroke.frame == fill.frame.insetBy(dx: -5, dy: -5) && stroke.layer.borderWidth == 2)
        configuration.strokeWidth = 0
        view.configuration = configuration
        #expect(view.subviews.count == 1)
    }
}
