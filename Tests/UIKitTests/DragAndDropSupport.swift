import Foundation
import MicaScripts
import UIKit

@testable import UIKitCore

/// The source and the target of drags, which log their calls.
@MainActor final class DragLog: NSObject, UIDragInteractionDelegate, UIDropInteractionDelegate {
    var lines: [String] = []
    var items: [UIDragItem] = []
    var added: [UIDragItem] = []
    var operation = UIDropOperation.copy
    var allowsMove = true
    var canHandle = true
    var lands: UIView?
    var cancels = true
    var performed: ((any UIDropSession) -> Void)?
    var updated: (() -> Void)?

    func add(_ line: String) { lines.append(line) }

    func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession) -> [UIDragItem]
    {
        add("items")
        return items
    }
    func dragInteraction(
        _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
        session: any UIDragSession
    ) {
        add("lift")
        animator.addCompletion { [weak self] in self?.add("lifted \($0)") }
    }
    func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) { add("begin") }
    func dragInteraction(
        _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
    ) -> Bool { allowsMove }
    func dragInteraction(
        _ interaction: UIDragInteraction, session: any UIDragSession, willEndWith operation: UIDropOperation
    ) { add("willEnd \(operation)") }
    func dragInteraction(
        _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
    ) { add("didEnd \(operation)") }
    func dragInteraction(_ interaction: UIDragInteraction, sessionDidTransferItems session: any UIDragSession) {
        add("transferred")
    }
    func dragInteraction(
        _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
    ) -> [UIDragItem] { added }
    func dragInteraction(
        _ interaction: UIDragInteraction, session: any UIDragSession, willAdd items: [UIDragItem],
        for addingInteraction: UIDragInteraction
    ) { add("add \(items.count) to \(session.items.count)") }
    func dragInteraction(
        _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
        withDefault defaultPreview: UITargetedDragPreview
    ) -> UITargetedDragPreview? { cancels ? defaultPreview : nil }
    func dragInteraction(
        _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: any UIDragAnimating
    ) {
        add("back")
        animator.addCompletion { [weak self] in self?.add("arrived \($0)") }
    }

    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool { canHandle }
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) { add("enter") }
    func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
    ) -> UIDropProposal {
        if lines.last != "update" { add("update") }
        updated?()
        return UIDropProposal(operation: operation)
    }
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) { add("exit") }
    func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
        add("drop")
        performed?(session)
    }
    func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession) { add("conclude") }
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) { add("end") }
    func dropInteraction(
        _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
        withDefault defaultPreview: UITargetedDragPreview
    ) -> UITargetedDragPreview? { lands.map { UITargetedDragPreview(view: $0) } }
    func dropInteraction(
        _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: any UIDragAnimating
    ) { animator.addCompletion { [weak self] _ in self?.add("landed") } }
}

/// A window with a view to drag at the top left, one to drop on at the bottom, and a second one to drag at the right.
@MainActor final class DragStage {
    let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
    let window: UIWindow
    let source = UIView(frame: CGRect(x: 20, y: 20, width: 100, height: 60))
    let second = UIView(frame: CGRect(x: 200, y: 20, width: 100, height: 60))
    let target = UIView(frame: CGRect(x: 20, y: 240, width: 280, height: 200))
    let log = DragLog()

    init(_ texts: String...) {
        window = UIWindow(host: host)
        window.backgroundColor = .white
        source.backgroundColor = .systemBlue
        second.backgroundColor = .systemOrange
        target.backgroundColor = .systemGray5
        for view in [source, second, target] { window.addSubview(view) }
        log.items = (texts.isEmpty ? ["one"] : texts).map {
            UIDragItem(itemProvider: NSItemProvider(object: $0 as NSString))
        }
        source.addInteraction(UIDragInteraction(delegate: log))
        second.addInteraction(UIDragInteraction(delegate: log))
        target.addInteraction(UIDropInteraction(delegate: log))
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
    }

    /// Plays a script in parts, with a check a millisecond before the end of each: pointers stay pressed from part to part.
    func play(_ parts: (script: String, check: () throws -> Void)...) throws {
        let start = host.time
        host.play(try EventScript(parts.map(\.script).joined(separator: "\n")))
        var text = ""
        for part in parts {
            text += part.script + "\n"
            host.advance(to: start + (try EventScript(text)).duration - 0.001)
            try part.check()
        }
        host.advance(to: host.time + 0.001)
    }

    /// The drag that goes on.
    var course: DragCourse? { DragCourse.current(with: window) }

    var board: DragBoard? { window.subviews.compactMap { $0 as? DragBoard }.first }

    /// The visible dragged pictures, in the window's space.
    var pictures: [CGRect] {
        (board?.subviews ?? []).filter { !$0.isHidden && $0.layer.shadowPath != nil }.map { view in
            view.layer.presentation()?.frame ?? view.frame
        }
    }
}
