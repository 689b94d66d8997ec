import CoreGraphics
import Foundation
import UIKitCore

/// A view whose selected text can be dragged.
///
/// *Source*: Apple, UITextDraggable.
@preconcurrency @MainActor public protocol UITextDraggable: UITextInput {
    /// The interaction of the drags; a program switches it off by `isEnabled`.
    var textDragInteraction: UIDragInteraction? { get }
    /// Whether text of the view is being dragged.
    var isTextDragActive: Bool { get }
}

/// A view that takes dropped text.
///
/// *Source*: Apple, UITextDroppable.
@preconcurrency @MainActor public protocol UITextDroppable: UITextInput {
    /// The interaction of the drops.
    var textDropInteraction: UIDropInteraction? { get }
    /// Whether a drag that the view would take is over it.
    var isTextDropActive: Bool { get }
}

/// The drags of an edited view's selection, and the drops of text on it.
@MainActor final class TextDragging: NSObject {
    private unowned let view: any EditedView
    private(set) lazy var drag = UIDragInteraction(delegate: self)
    private(set) lazy var drop = UIDropInteraction(delegate: self)
    var isDragging: Bool { begun != nil }
    private(set) var isTaking = false
    /// The dragged part of the text.
    private var dragged: Range<Int>?
    private var draggedText = ""
    /// The session that drags it.
    private weak var session: (any UIDragSession)?
    /// The session whose drag has begun: one may begin while the text of another still lands.
    private weak var begun: (any UIDragSession)?
    private let caret = UIView()
    private var place: TextOffset?

    init(_ view: any EditedView) {
        self.view = view
        super.init()
    }

    /// Adds the interactions to the view.
    func add() {
        view.addInteraction(drag)
        view.addInteraction(drop)
    }

    private var rects: [CGRect] {
        view.selectionRects(for: TextOffsets(view.editor.selection.range)).map(\.rect)
    }

    /// Whether the text at a point can be dragged: it is selected, and not secret. *Space*: the view's.
    func canDrag(at point: CGPoint) -> Bool {
        guard drag.isEnabled, view.isFirstResponder, !view.editor.selection.isCaret, !view.isSecureTextEntry else {
            return false
        }
        return rects.contains { $0.contains(point) }
    }

    /// The dragged part of the text, if a program has not changed it since.
    private var present: Range<Int>? {
        guard let dragged, dragged.upperBound <= view.editor.client.textLength,
            view.editor.string(in: dragged) == draggedText
        else { return nil }
        return dragged
    }
}

extension TextDragging: UIDragInteractionDelegate {
    func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession) -> [UIDragItem]
    {
        guard canDrag(at: session.location(in: view)) else { return [] }
        let range = view.editor.selection.range
        (dragged, draggedText, self.session) = (range, view.editor.string(in: range), session)
        return [UIDragItem(itemProvider: NSItemProvider(object: NSString(string: draggedText)))]
    }

    /// A picture of the seen lines of the selection.
    func dragInteraction(
        _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
    ) -> UITargetedDragPreview? {
        let seen = rects.map { $0.intersection(view.bounds) }.filter { !$0.isEmpty }
        let all = seen.reduce(CGRect.null) { $0.union($1) }.insetBy(dx: -4, dy: -2)
        guard !seen.isEmpty,
            let picture = view.resizableSnapshotView(from: all, afterScreenUpdates: false, withCapInsets: .zero)
        else { return nil }
        let parameters = UIDragPreviewParameters()
        parameters.backgroundColor = .systemBackground
        let path = UIBezierPath()
        for rect in seen {
            let line = rect.offsetBy(dx: -all.minX, dy: -all.minY).insetBy(dx: -4, dy: -2)
            path.append(UIBezierPath(roundedRect: line, cornerRadius: 4))
        }
        parameters.visiblePath = path
        let target = UIDragPreviewTarget(container: view, center: CGPoint(x: all.midX, y: all.midY))
        return UITargetedDragPreview(view: picture, parameters: parameters, target: target)
    }

    func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
        begun = session
        view.touchSelection.dragBegan()
    }

    func dragInteraction(_ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession)
        -> Bool
    { view.takesText }

    func dragInteraction(
        _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
    ) {
        if begun === session { begun = nil }
        if self.session === session { (dragged, self.session) = (nil, nil) }
    }
}

extension TextDragging: UIDropInteractionDelegate {
    /// Whether a session drags this view's text.
    private func isOwn(_ session: any UIDropSession) -> Bool {
        isDragging && session.localDragSession.map { $0 === self.session } ?? false
    }

    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
        view.takesText && session.canLoadObjects(ofClass: String.self)
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
        -> UIDropProposal
    {
        let found = view.closestPosition(to: session.location(in: view)) as? TextOffset
        let isInside =
            found.map { place in isOwn(session) && dragged.map { $0.contains(place.value) } ?? false } ?? true
        show(isInside ? nil : found)
        guard place != nil else { return UIDropProposal(operation: .cancel) }
        return UIDropProposal(operation: isOwn(session) ? .move : .copy)
    }

    /// Shows a caret at the place of the dropped text; none for nil.
    private func show(_ place: TextOffset?) {
        self.place = place
        isTaking = place != nil
        guard let place else { return caret.removeFromSuperview() }
        UIView.performWithoutAnimation {
            caret.backgroundColor = view.tintColor
            caret.isUserInteractionEnabled = false
            caret.frame = view.caretRect(for: place)
            if caret.superview !== view { view.addSubview(caret) }
        }
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) { show(nil) }

    func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
        guard let place else { return }
        show(nil)
        guard view.isFirstResponder || view.becomeFirstResponder() else { return }
        let editor = view.editor
        if isOwn(session) {
            guard let old = present else { return }
            let piece = editor.client.piece(in: old)
            let start = place.value > old.lowerBound ? place.value - old.count : place.value
            editor.delete(old)
            // The delegate may have refused.
            guard editor.selection.range == old.lowerBound..<old.lowerBound else { return }
            insert(piece, at: start)
            return
        }
        session.loadObjects(ofClass: String.self) { [weak self] texts in
            guard let self, !texts.isEmpty, view.takesText else { return }
            insert(view.editor.typed(texts.joined(separator: "\n")), at: place.value)
        }
    }

    /// Inserts a text at a position, or at the end of a text that has become shorter, and selects it.
    private func insert(_ piece: StyledText, at position: Int) {
        let editor = view.editor
        let start = min(position, editor.client.textLength), count = editor.client.textLength
        editor.replace(start..<start, with: piece)
        let added = editor.client.textLength - count
        if added > 0 { editor.select(TextSelection(from: start, to: start + added, .before)) }
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) { show(nil) }
}

extension UITextView: UITextDraggable, UITextDroppable {
    /// The interaction of the drags of selected text.
    public final var textDragInteraction: UIDragInteraction? { touchSelection.dragging.drag }
    /// Whether text of the view is being dragged.
    public final var isTextDragActive: Bool { touchSelection.dragging.isDragging }
    /// The interaction of the drops of text.
    public final var textDropInteraction: UIDropInteraction? { touchSelection.dragging.drop }
    /// Whether a drag that the view would take is over it.
    public final var isTextDropActive: Bool { touchSelection.dragging.isTaking }
}

extension UITextField: UITextDraggable, UITextDroppable {
    /// The interaction of the drags of selected text.
    public final var textDragInteraction: UIDragInteraction? { touchSelection.dragging.drag }
    /// Whether text of the field is being dragged.
    public final var isTextDragActive: Bool { touchSelection.dragging.isDragging }
    /// The interaction of the drops of text.
    public final var textDropInteraction: UIDropInteraction? { touchSelection.dragging.drop }
    /// Whether a drag that the field would take is over it.
    public final var isTextDropActive: Bool { touchSelection.dragging.isTaking }
}
