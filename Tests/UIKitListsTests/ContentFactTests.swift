import Foundation
import Testing
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// Facts about list content, accessories, swipe actions and data sources. Their numbers are those of FactSources.tsv
/// (docs/facts.md).
@MainActor @Suite struct ContentFactTests {
    private var traits: UITraitCollection { .current }

    @Test func configurations_have_the_numbers_that_iOS_prints() {
        let cell = UIListContentConfiguration.cell(), header = UIListContentConfiguration.groupedHeader()
        #expect(cell.directionalLayoutMargins.top == 11, "LC-1 a cell's top margin")
        #expect(cell.directionalLayoutMargins.leading == 16, "LC-2 its leading margin")
        #expect(cell.directionalLayoutMargins.bottom == 11, "LC-3 its bottom margin")
        #expect(cell.directionalLayoutMargins.trailing == 8, "LC-4 its trailing margin")
        #expect(cell.axesPreservingSuperviewLayoutMargins == .horizontal, "LC-5 the axes of the superview's margins")
        #expect(cell.imageToTextPadding == 16, "LC-6 from picture to text")
        #expect(cell.textToSecondaryTextVerticalPadding == 3, "LC-7 between two lines of text")
        #expect(header.directionalLayoutMargins.top == 17, "LC-8 a grouped header's top margin")
        #expect(header.directionalLayoutMargins.leading == 8, "LC-9 its leading margin")
        #expect(header.directionalLayoutMargins.bottom == 6, "LC-10 its bottom margin")
        #expect(header.directionalLayoutMargins.trailing == 8, "LC-11 its trailing margin")
        #expect(header.axesPreservingSuperviewLayoutMargins == .horizontal, "LC-12 its axes")
        #expect(header.imageToTextPadding == 16, "LC-13 from its picture to its text")
    }

    @Test func content_has_the_defaults_of_the_documentation() {
        var content = UIListContentConfiguration.cell()
        let image = content.imageProperties, text = content.textProperties
        #expect(content.image == nil, "LC-20 no picture")
        #expect(content.text == nil && content.secondaryText == nil, "LC-21 no texts")
        #expect(image.maximumSize == .zero, "LC-22 no largest size of the picture")
        #expect(image.reservedLayoutSize == .zero, "LC-23 no size that is kept")
        #expect(image.cornerRadius == 0, "LC-24 no round corners of the picture")
        #expect(image.tintColor == nil, "LC-25 the picture has the view's tint")
        #expect(image.resolvedTintColor(for: .red) == .red, "LC-26 which is what it resolves to")
        #expect(!image.accessibilityIgnoresInvertColors, "LC-27 inverted with all colours")
        #expect(text.colorTransformer == nil, "LC-28 no change of the colour")
        #expect(text.resolvedColor() == text.color, "LC-29 so that it resolves to itself")
        #expect(text.lineBreakMode == .byTruncatingTail, "LC-30 an ellipsis at the end")
        typealias Text = UIListContentConfiguration.TextProperties
        let alignments: [Text.TextAlignment] = [.natural, .center, .justified]
        #expect(alignments.map(\.rawValue) == [0, 1, 2], "LC-31 raw values of alignments")
        let transforms: [Text.TextTransform] = [.none, .uppercase, .lowercase, .capitalized]
        #expect(transforms.map(\.rawValue) == [0, 1, 2, 3], "LC-32 raw values of changes of letters")
        content.text = "plain"
        content.attributedText = NSAttributedString(string: "styled")
        let view = UIListContentView(configuration: content)
        #expect(view.subviews.compactMap { ($0 as? UILabel)?.text } == ["styled"], "LC-33 a styled text counts first")
        #expect(view.secondaryTextLayoutGuide == nil, "LC-34 no guide of a text that is not there")
        #expect(view.textLayoutGuide?.owningView === view, "LC-35 a guide of a text that is")
        #expect(view.supports(UIListContentConfiguration.plainHeader()), "LC-36 the type of configuration is supported")
        let transformer = UIConfigurationColorTransformer { $0.withAlphaComponent(0.5) }
        #expect(transformer(.red) == UIColor.red.withAlphaComponent(0.5), "LC-37 a transformer can be called")
    }

    @Test func backgrounds_have_the_defaults_of_the_documentation() {
        var clear = UIBackgroundConfiguration.clear()
        #expect(clear.backgroundColor == .clear, "LC-40 no colour")
        #expect(clear.cornerRadius == 0, "LC-41 no round corners")
        #expect(clear.backgroundInsets == .zero, "LC-42 no insets")
        #expect(clear.edgesAddingLayoutMarginsToBackgroundInsets == [], "LC-43 no margins added")
        #expect(clear.strokeWidth == 0, "LC-44 no stroke")
        #expect(clear.strokeOutset == 0, "LC-45 no distance of the stroke")
        #expect(clear.visualEffect == nil, "LC-46 no effect")
        #expect(clear.customView == nil, "LC-47 no view")
        #expect(clear.image == nil && clear.imageContentMode == .scaleToFill, "LC-48 no picture, and scaled to fill")
        clear.backgroundColor = nil
        #expect(clear.resolvedBackgroundColor(for: .red) == .red, "LC-49 no colour of its own is the tint")
        clear.strokeColor = nil
        #expect(clear.resolvedStrokeColor(for: .red) == .red, "LC-50 and so for the stroke")
        let edges: [NSDirectionalRectEdge] = [.top, .leading, .bottom, .trailing]
        #expect(edges.map(\.rawValue) == [1, 2, 4, 8], "LC-51 raw values of edges")
        #expect(UIAxis.both == [.horizontal, .vertical], "LC-52 both axes")
    }

    @Test func states_have_the_defaults_of_the_documentation() {
        let cell = UICellConfigurationState(traitCollection: traits)
        #expect(!cell.isSelected && !cell.isHighlighted && !cell.isFocused && !cell.isDisabled, "LC-60 a view's states")
        #expect(!cell.isEditing && !cell.isExpanded && !cell.isSwiped && !cell.isReordering, "LC-61 a cell's states")
        #expect(cell.cellDragState == .none, "LC-62 no drag")
        #expect(cell.cellDropState == .none, "LC-63 no drop")
        #expect(cell.traitCollection == traits, "LC-64 the traits")
        #expect(!cell.isPinned, "LC-65 not pinned")
        var custom = cell
        custom[UIConfigurationStateCustomKey("com.example.flag")] = 3
        #expect(
            custom[UIConfigurationStateCustomKey(rawValue: "com.example.flag")] == AnyHashable(3),
            "LC-66 values of a program")
        #expect(custom != cell, "LC-67 which make states differ")
    }

    @Test func accessories_are_shown_when_the_documentation_says() {
        func displayed(_ accessory: UICellAccessory) -> UICellAccessory.DisplayedState { accessory.values.displayed }
        #expect(displayed(.disclosureIndicator()) == .always, "LC-70 a disclosure indicator always")
        #expect(displayed(.checkmark()) == .always, "LC-71 a check mark always")
        #expect(displayed(.outlineDisclosure()) == .always, "LC-72 an outline disclosure always")
        #expect(displayed(.label(text: "1")) == .always, "LC-73 a label always")
        #expect(displayed(.detail()) == .always, "LC-74 a detail button always")
        #expect(displayed(.delete()) == .whenEditing, "LC-75 a delete button while editing")
        #expect(displayed(.insert()) == .whenEditing, "LC-76 an insert button while editing")
        #expect(displayed(.reorder()) == .whenEditing, "LC-77 a reorder control while editing")
        #expect(displayed(.multiselect()) == .whenEditing, "LC-78 a circle of selection while editing")
        #expect(UICellAccessory.ReorderOptions().showsVerticalSeparator, "LC-79 a line before the reorder control")
        #expect(UICellAccessory.OutlineDisclosureOptions().style == .automatic, "LC-80 the style of an outline")
        let view = UIView()
        let custom = UICellAccessory.customView(configuration: .init(customView: view, placement: .leading()))
        #expect(!custom.values.keepsSize, "LC-81 a program's view need not keep its size")
        #expect(custom.accessoryType == .customView(view), "LC-82 and is its type")
        guard case .leading(let when, let first) = UICellAccessory.Placement.leading(),
            case .trailing(_, let last) = UICellAccessory.Placement.trailing()
        else { return }
        let all: [UICellAccessory] = [.checkmark(), .disclosureIndicator()]
        #expect(when == .always, "LC-83 a placement is always shown")
        #expect(first(all) == 2, "LC-84 at the leading side after the others")
        #expect(last(all) == 0, "LC-85 at the trailing side before the others")
        typealias Placement = UICellAccessory.Placement
        #expect(Placement.position(before: .disclosureIndicator())(all) == 1, "LC-86 before another")
        #expect(Placement.position(before: .delete())(all) == 0, "LC-87 or else at the beginning")
        #expect(Placement.position(after: .checkmark())(all) == 1, "LC-88 after another")
        #expect(Placement.position(after: .delete())(all) == 2, "LC-89 or else at the end")
    }

    @Test func swipe_actions_have_the_defaults_of_the_headers() {
        let action = UIContextualAction(style: .normal, title: "More") { _, _, _ in }
        #expect(UIContextualAction.Style.normal.rawValue == 0, "LC-90 raw value of normal")
        #expect(UIContextualAction.Style.destructive.rawValue == 1, "LC-91 raw value of destructive")
        #expect(action.title == "More" && action.style == .normal, "LC-92 title and style")
        #expect(action.image == nil, "LC-93 no picture")
        let standard: UIColor = action.backgroundColor
        action.backgroundColor = .red
        action.backgroundColor = nil
        #expect(action.backgroundColor == standard, "LC-94 no colour is the style's")
        let configuration = UISwipeActionsConfiguration(actions: [action])
        #expect(configuration.actions == [action], "LC-95 the actions")
        #expect(configuration.performsFirstActionWithFullSwipe, "LC-96 a full swipe performs the first")
    }

    @Test func snapshots_do_what_the_documentation_says() {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        #expect(snapshot.numberOfItems == 0 && snapshot.numberOfSections == 0, "LD-1 empty at first")
        snapshot.appendSections(["a", "b"])
        #expect(snapshot.sectionIdentifiers == ["a", "b"], "LD-2 sections in order")
        snapshot.appendItems([1, 2])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [1, 2], "LD-3 items go to the last section")
        snapshot.appendItems([3], toSection: "a")
        #expect(snapshot.itemIdentifiers == [3, 1, 2], "LD-4 items by section")
        #expect(snapshot.numberOfItems(inSection: "a") == 1, "LD-5 items of a section")
        #expect(snapshot.indexOfItem(2) == 2, "LD-6 the index among all items")
        #expect(snapshot.indexOfItem(9) == nil, "LD-7 nil for an item that is not there")
        #expect(snapshot.indexOfSection("b") == 1, "LD-8 the index of a section")
        #expect(snapshot.sectionIdentifier(containingItem: 3) == "a", "LD-9 the section of an item")
        snapshot.insertItems([4], beforeItem: 1)
        snapshot.insertItems([5], afterItem: 1)
        #expect(snapshot.itemIdentifiers(inSection: "b") == [4, 1, 5, 2], "LD-10 inserted before and after")
        snapshot.moveItem(2, beforeItem: 4)
        snapshot.moveItem(4, afterItem: 3)
        #expect(snapshot.itemIdentifiers == [3, 4, 2, 1, 5], "LD-11 moved before and after, to other sections, too")
        snapshot.insertSections(["c"], beforeSection: "b")
        snapshot.insertSections(["d"], afterSection: "b")
        #expect(snapshot.sectionIdentifiers == ["a", "c", "b", "d"], "LD-12 sections inserted")
        snapshot.moveSection("d", beforeSection: "a")
        snapshot.moveSection("a", afterSection: "b")
        #expect(snapshot.sectionIdentifiers == ["d", "c", "b", "a"], "LD-13 sections moved with their items")
        #expect(snapshot.itemIdentifiers == [2, 1, 5, 3, 4], "LD-14 whose order follows")
        snapshot.reloadItems([5, 1])
        #expect(snapshot.reloadedItemIdentifiers == [5, 1], "LD-15 items to reload")
        snapshot.reconfigureItems([2])
        #expect(snapshot.reconfiguredItemIdentifiers == [2], "LD-16 items to configure again")
        snapshot.reloadSections(["b"])
        #expect(snapshot.reloadedSectionIdentifiers == ["b"], "LD-17 sections to reload")
        snapshot.deleteItems([1, 99])
        #expect(snapshot.itemIdentifiers == [2, 5, 3, 4], "LD-18 deleted items, if they are there")
        snapshot.deleteSections(["b", "z"])
        #expect(snapshot.itemIdentifiers == [3, 4], "LD-19 deleted sections with their items")
        snapshot.appendItems([4, 6], toSection: "c")
        #expect(snapshot.itemIdentifiers == [4, 6, 3], "LD-20 an item that is there moves into place")
        snapshot.deleteAllItems()
        #expect(snapshot.numberOfSections == 0, "LD-21 nothing is left")
    }

    @Test func section_snapshots_do_what_the_documentation_says() {
        var tree = NSDiffableDataSourceSectionSnapshot<String>()
        tree.append(["a", "b"])
        tree.append(["c"], to: "a")
        #expect(tree.items == ["a", "c", "b"], "LD-30 items with those below them")
        #expect(tree.rootItems == ["a", "b"], "LD-31 items at the top")
        #expect(tree.visibleItems == ["a", "b"], "LD-32 collapsed at first")
        tree.expand(["a"])
        #expect(tree.visibleItems == ["a", "c", "b"] && tree.isExpanded("a"), "LD-33 expanded")
        #expect(tree.level(of: "c") == 1 && tree.level(of: "a") == 0, "LD-34 levels")
        #expect(tree.parent(of: "c") == "a" && tree.parent(of: "a") == nil, "LD-35 the item above")
        #expect(tree.isVisible("c"), "LD-36 seen below an expanded item")
        tree.collapse(["a"])
        #expect(!tree.isVisible("c") && tree.contains("c"), "LD-37 hidden, and still there")
        tree.insert(["d"], before: "b")
        tree.insert(["e"], after: "c")
        #expect(tree.items == ["a", "c", "e", "d", "b"], "LD-38 inserted at the other's level")
        #expect(tree.index(of: "d") == 3, "LD-39 the index among all items")
        #expect(tree.snapshot(of: "a").items == ["c", "e"], "LD-40 a snapshot of what is below")
        #expect(tree.snapshot(of: "a", includingParent: true).items == ["a", "c", "e"], "LD-41 with the item")
        tree.delete(["a"])
        #expect(tree.items == ["d", "b"], "LD-42 deleted with what is below")
    }
}
