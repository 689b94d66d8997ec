import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// What a finger does with the text of an edited view: the edit menu, the handles of a selection, the loupe.
///
/// *Source*: Apple, Human Interface Guidelines, "Edit menus" and "Text views"; pictures of iOS 17. A tap on the caret or on
/// the selection shows the menu or closes it; a tap twice selects a word and shows it; a long press moves the caret under
/// a loupe, and shows the menu when the finger is lifted. A mouse has none of these: its second button shows the commands
/// as a list.
@MainActor final class TouchSelection: NSObject, UIEditMenuInteractionDelegate, UIGestureRecognizerDelegate {
    unowned let view: any EditedView
    private lazy var menu = UIEditMenuInteraction(delegate: self)
    private let press = UILongPressGestureRecognizer()
    private lazy var start = SelectionHandle(isStart: true)
    private lazy var end = SelectionHandle(isStart: false)
    private let loupe = TextLoupe()
    private(set) lazy var dragging = TextDragging(view)
    /// Whether the selection was made by a finger, which gets handles.
    private var isByFinger = false
    private var selectionBefore: TextSelection?
    private var hasHandles = false

    private static let pressed = Selector(
        "pressed:",
        onMain: { (me: TouchSelection, press: UILongPressGestureRecognizer) in me.press(press) })
    private static let dragged = Selector(
        "dragged:", onMain: { (me: TouchSelection, pan: UIPanGestureRecognizer) in me.drag(pan) })

    init(_ view: any EditedView) { self.view = view }

    /// Adds the recognizers to the view.
    func add() {
        menu.suggestions = { [unowned self] in suggestions }
        view.addInteraction(menu)
        press.addTarget(self, action: Self.pressed)
        press.delegate = self
        view.addGestureRecognizer(press)
        dragging.add()
    }

    /// A mouse that is held selects, and is no long press.
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        !touch.isMouse
    }

    /// A handle is dragged before the view scrolls.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool { gestureRecognizer !== press && other is UIPanGestureRecognizer }

    /// Where the text is not selected, a long press is the program's.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === press else { return true }
        // Selected text is dragged.
        return (view.takesText || view.takesSelection) && !dragging.canDrag(at: press.location(in: view))
    }

    /// Selected text begins to be dragged.
    func dragBegan() { menu.dismissMenu() }

    // MARK: Taps

    /// A finger is about to place the caret or to select.
    func willTap() { selectionBefore = view.isFirstResponder ? view.editor.selection : nil }

    /// A finger has tapped.
    ///
    /// - Parameter count: The number of taps in a row.
    func tapped(_ count: Int, _ touch: UITouch?) {
        isByFinger = true
        defer { selectionBefore = nil }
        showHandles()
        view.ownPrimarySelection()
        guard !menu.wasClosed(by: touch) else { return }
        let selection = view.editor.selection
        if !selection.isCaret || (count == 1 && selectionBefore?.range == selection.range) { showMenu() }
    }

    /// Whether a point is on selected text. A tap there shows the menu, and leaves the selection.
    func isOnSelection(_ point: CGPoint) -> Bool {
        guard view.isFirstResponder, isByFinger, !view.editor.selection.isCaret else { return false }
        return rects.contains { $0.insetBy(dx: 0, dy: -2).contains(point) }
    }

    /// A mouse was pressed: its selection has no handles.
    func mousePressed() {
        isByFinger = false
        hide()
    }

    // MARK: Long press

    private func press(_ press: UILongPressGestureRecognizer) {
        let point = press.location(in: view)
        switch press.state {
        case .began:
            menu.dismissMenu()
            guard view.isFirstResponder || view.becomeFirstResponder() else { return }
            isByFinger = true
            follow(point)
        case .changed: follow(point)
        case .ended:
            loupe.hide()
            if view.isFirstResponder { showMenu() }
        default: loupe.hide()
        }
    }

    /// Moves the caret to the finger. In text that is only read, it selects the word.
    private func follow(_ point: CGPoint) {
        guard view.isFirstResponder, let found = view.closestPosition(to: point) as? TextOffset else { return }
        if view.takesText {
            view.editor.select(TextSelection(at: found.value, found.side))
        } else {
            let word = view.editor.range(of: .word, at: found.value)
            view.editor.select(TextSelection(from: word.lowerBound, to: word.upperBound, .before))
        }
        showHandles()
        let caret = view.caretRect(for: found)
        loupe.show(view, CGPoint(x: point.x, y: caret.midY))
    }

    // MARK: Handles

    /// The selection or the text has changed: moves the handles, and closes the menu.
    func selectionChanged() {
        if !isPresenting { menu.dismissMenu() }
        showHandles()
    }

    /// Editing has ended.
    func hide() {
        menu.dismissMenu()
        loupe.hide()
        showHandles()
    }

    private var rects: [CGRect] {
        view.selectionRects(for: TextOffsets(view.editor.selection.range)).map(\.rect)
    }

    /// Shows the handles at the ends of the selection if a finger made it.
    func showHandles() {
        let isShown = isByFinger && view.isFirstResponder && view.takesSelection && !view.editor.selection.isCaret
        guard isShown || hasHandles else { return }
        if !hasHandles {
            hasHandles = true
            for handle in [start, end] {
                handle.pan.addTarget(self, action: Self.dragged)
                handle.pan.delegate = self
                view.addSubview(handle)
            }
        }
        let range = view.editor.selection.range
        UIView.performWithoutAnimation {
            for (handle, position) in [
                (start, TextOffset(range.lowerBound)), (end, TextOffset(range.upperBound, .before)),
            ] {
                handle.isHidden = !isShown
                if isShown { handle.place(at: view.caretRect(for: position), view.tintColor ?? .systemBlue) }
            }
        }
    }

    private var grip = CGPoint.zero

    /// Moves an end of the selection with its handle; one letter stays selected.
    private func drag(_ pan: UIPanGestureRecognizer) {
        guard let handle = pan.view as? SelectionHandle else { return }
        let point = pan.location(in: view)
        switch pan.state {
        case .began:
            menu.dismissMenu()
            grip = CGPoint(x: handle.line.midX - point.x, y: handle.line.midY - point.y)
        case .changed: break
        default:
            loupe.hide()
            if pan.state == .ended {
                view.ownPrimarySelection()
                showMenu()
            }
            return
        }
        let place = CGPoint(x: point.x + grip.x, y: point.y + grip.y)
        guard let found = view.closestPosition(to: place) as? TextOffset else { return }
        let (range, breaks) = (view.editor.selection.range, view.editor.breaks)
        if handle.isStart {
            let low = min(found.value, breaks.letterStart(before: range.upperBound))
            view.editor.select(TextSelection(from: range.upperBound, to: low))
        } else {
            let high = max(found.value, breaks.letterEnd(after: range.lowerBound))
            view.editor.select(TextSelection(from: range.lowerBound, to: high, .before))
        }
        loupe.show(view, CGPoint(x: place.x, y: handle.line.midY))
    }

    /// Whether a point is on a handle, which may lie outside the view.
    func hasHandle(at point: CGPoint) -> Bool {
        guard hasHandles else { return false }
        return [start, end].contains { !$0.isHidden && $0.point(inside: view.convert(point, to: $0), with: nil) }
    }

    // MARK: Menu

    private var isPresenting = false

    private func showMenu() {
        isPresenting = true
        defer { isPresenting = false }
        let place = editMenuTarget
        menu.presentEditMenu(
            with: UIEditMenuConfiguration(identifier: nil, sourcePoint: CGPoint(x: place.midX, y: place.midY)))
    }

    /// The commands of a menu of text: without Delete, which iOS shows in menus of other things.
    var suggestions: [UIMenuElement] {
        EditMenuCommand.suggested(for: view, [.cut, .copy, .paste, .select, .selectAll])
    }

    /// The menu as the program's delegate wants it.
    var shownMenu: UIMenu { view.editMenu(suggestions) ?? UIMenu(children: suggestions) }

    /// The menu as the program's delegate wants it.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
        suggestedActions: [UIMenuElement]
    ) -> UIMenu? { view.editMenu(suggestedActions) }

    /// The seen part of the selection, with its handles.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> CGRect { editMenuTarget }

    private var editMenuTarget: CGRect {
        let selection = view.editor.selection
        let caret = view.caretRect(for: TextOffset(selection.head, selection.side))
        let all = selection.isCaret ? caret : rects.reduce(CGRect.null) { $0.union($1) }
        let seen = all.intersection(view.bounds)
        guard !seen.isNull else { return caret }
        // A menu over a knob would take the knob's touches.
        return selection.isCaret || !isByFinger ? seen : seen.insetBy(dx: 0, dy: -SelectionHandle.knob)
    }

    /// The menu of a mouse's second button: what is not selected yet is placed or selected first, as on a Mac.
    func pointerMenu(at point: CGPoint) -> UIMenu? {
        guard view.takesText || view.takesSelection, view.isFirstResponder || view.becomeFirstResponder() else {
            return nil
        }
        mousePressed()
        if let found = view.closestPosition(to: point) as? TextOffset,
            !(view.editor.selection.range.contains(found.value) && !view.editor.selection.isCaret)
        {
            let word = view.editor.range(of: .word, at: found.value)
            view.editor.select(TextSelection(from: word.lowerBound, to: word.upperBound, .before))
            view.ownPrimarySelection()
        }
        let menu = shownMenu
        return menu.children.isEmpty ? nil : menu
    }
}
