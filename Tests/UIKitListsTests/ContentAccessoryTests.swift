import Testing
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// Accessories of list cells: kinds, states, places.
@MainActor @Suite struct ContentAccessoryTests {
    private func row(_ accessories: [UICellAccessory], isEditing: Bool = false, isMirrored: Bool = false) -> ContentRow
    {
        var configuration = UIListContentConfiguration.cell()
        configuration.text = "Text"
        let row = ContentRow(configuration, accessories)
        if isMirrored { row.semanticContentAttribute = .forceRightToLeft }
        row.frame = CGRect(x: 0, y: 0, width: 320, height: 44)
        row.state.isEditing = isEditing
        row.update()
        row.layoutIfNeeded()
        return row
    }

    private func pictures(_ row: ContentRow) -> [CGRect] {
        row.subviews.compactMap { $0 as? CellAccessoryButton }
            .map { button in
                button.layoutIfNeeded()
                return row.convert(button.picture.frame, from: button)
            }
            .sorted { $0.minX < $1.minX }
    }

    // *Source*: Apple, UICellAccessory: the default of `displayed` for each kind.
    @Test func edit_controls_are_shown_while_editing() {
        let all: [UICellAccessory] = [
            .delete(), .reorder(), .disclosureIndicator(displayed: .whenNotEditing), .checkmark(),
        ]
        #expect(pictures(row(all)).count == 2)
        let edited = row(all, isEditing: true)
        #expect(pictures(edited).count == 3)
        #expect(edited.accessories.reorderView != nil)
        #expect(edited.content.frame.minX == 38.0)
        #expect(row(all).accessories.reorderView == nil)
    }

    // *Source*: Apple, UICollectionViewListCell.accessories: the system orders its own accessories.
    @Test func the_systems_accessories_have_an_order_of_their_own() {
        let one = pictures(row([.disclosureIndicator(), .detail(), .checkmark()]))
        let two = pictures(row([.checkmark(), .disclosureIndicator(), .detail()]))
        #expect(one == two)
        #expect(one.map(\.width) == [14, 22, 8])
        #expect(one.last?.maxX == 304.0)
        for picture in one { #expect(abs(picture.midY - 22) <= 0.5) }
    }

    @Test func from_right_to_left_the_sides_change() {
        let all: [UICellAccessory] = [.delete(displayed: .always), .disclosureIndicator()]
        let (plain, mirrored) = (pictures(row(all)), pictures(row(all, isMirrored: true)))
        #expect(plain.first?.minX == 16 && mirrored.last?.maxX == 304.0)
        #expect(plain.last?.width == 8 && mirrored.first?.width == 8)
    }

    // *Source*: Apple, UICellAccessory.CheckmarkOptions.isHidden: "takes up space in the layout, but it isn't visible".
    @Test func a_hidden_accessory_takes_room() {
        let seen = row([.checkmark()]), hidden = row([.checkmark(options: .init(isHidden: true))])
        #expect(seen.content.frame == hidden.content.frame)
        #expect(hidden.subviews.compactMap { $0 as? CellAccessoryButton }.first?.isHidden == true)
        let wide = row([.checkmark(options: .init(reservedLayoutWidth: .custom(60)))])
        #expect(wide.content.frame.maxX == 244.0)
    }

    // *Source*: Apple, UICellAccessory.Placement.
    @Test func a_programs_views_are_placed_among_the_others() {
        func view(_ width: CGFloat) -> UIView { UIView(frame: CGRect(x: 0, y: 0, width: width, height: 10)) }
        let (first, second, third) = (view(10), view(20), view(30))
        let row = row([
            .disclosureIndicator(), .customView(configuration: .init(customView: first, placement: .trailing())),
            .customView(
                configuration: .init(
                    customView: second,
                    placement: .trailing(at: UICellAccessory.Placement.position(after: .disclosureIndicator())))),
            .customView(configuration: .init(customView: third, placement: .leading(displayed: .whenEditing))),
        ])
        let chevron = pictures(row)[0]
        #expect(first.frame.maxX < chevron.minX && chevron.maxX < second.frame.minX)
        #expect(second.frame.maxX == 304.0 && second.frame.width == 20)
        #expect(third.superview == nil)
    }

    @Test func touched_accessories_call_their_handlers_or_the_standard_action() throws {
        var calls: [String] = []
        let row = row([
            .delete(displayed: .always), .detail { calls.append("detail") }, .outlineDisclosure(),
            .disclosureIndicator(),
        ])
        row.accessories.standardAction = { calls.append("\($0)") }
        for button in row.subviews.compactMap({ $0 as? CellAccessoryButton }) where button.isUserInteractionEnabled {
            button.sendActions(for: .touchUpInside)
        }
        #expect(calls.sorted() == ["delete", "detail", "outlineDisclosure"])
    }

    // *Source*: Apple, UICellAccessory.OutlineDisclosureOptions.Style.
    @Test func the_outline_of_a_header_takes_touches_of_the_whole_row() throws {
        var calls: [String] = []
        let header = row([
            .outlineDisclosure(options: .init(style: .header)) { calls.append("outline") },
            .detail { calls.append("detail") },
        ])
        let hit = header.hitTest(CGPoint(x: 40, y: 22), with: nil)
        #expect((hit as? CellAccessoryButton)?.frame == header.bounds)
        (hit as? CellAccessoryButton)?.sendActions(for: .touchUpInside)
        let detail = try #require(pictures(header).first)
        (header.hitTest(CGPoint(x: detail.midX, y: 22), with: nil) as? UIControl)?.sendActions(for: .touchUpInside)
        #expect(calls == ["outline", "detail"])
        #expect(pictures(header) == pictures(row([.outlineDisclosure(), .detail()])))
        #expect(!(row([.outlineDisclosure()]).hitTest(CGPoint(x: 40, y: 22), with: nil) is CellAccessoryButton))
    }

    @Test func a_selected_row_has_a_filled_circle_and_an_expanded_one_a_turned_chevron() throws {
        let row = row([.multiselect(displayed: .always), .outlineDisclosure()])
        let buttons = row.subviews.compactMap { $0 as? CellAccessoryButton }.sorted { $0.frame.minX < $1.frame.minX }
        let (circle, chevron) = (try #require(buttons.first), try #require(buttons.last))
        let empty = circle.picture.image
        (row.state.isSelected, row.state.isExpanded) = (true, true)
        row.update()
        #expect(circle.picture.image !== empty)
        #expect(abs(chevron.picture.transform.b - 1) < 1e-6)
        row.state.isExpanded = false
        row.update()
        #expect(chevron.picture.transform == .identity)
    }

    @Test func two_accessories_of_one_kind_end_the_program() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                CellAccessoryArranger(cell: UIView()).accessories = [.checkmark(), .checkmark()]
            }
        }
    }

    // The pictures are drawn once for each colour, scale and direction, and are not blank.
    @Test func pictures_have_their_sizes() {
        let traits = UITraitCollection(displayScale: 2)
        let kinds: [AccessoryPicture] = [
            .chevron, .checkmark, .info, .minus, .plus, .reorder, .circle, .circleCheckmark, .outline,
        ]
        for kind in kinds {
            let image = kind.image(.systemBlue, traits: traits)
            #expect(image.size == kind.size && image.scale == 2)
            #expect(image === kind.image(.systemBlue, traits: traits))
            let pixels = image.cgImage?.resource.bitmap().pixels ?? []
            #expect(pixels.contains { $0 >> 24 == 255 }, "\(kind)")
        }
    }
}
