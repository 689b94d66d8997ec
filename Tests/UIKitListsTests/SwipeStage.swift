import MicaEvents
import MicaScripts
import UIKit
@testable import UIKitCore
@testable import UIKitLists

/// A scroll view of three rows with swipe actions, and a finger.
@MainActor final class SwipeStage: RowSwipeHost {
    let host = ScriptedWindow(size: CGSize(width: 320, height: 200), scale: 2, threads: 1)
    let window: UIWindow
    let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    var rows: [UILabel] = []
    private(set) var swipe: RowSwipe!
    var lines: [String] = []
    var completions: [(Bool) -> Void] = []
    var trailing: UISwipeActionsConfiguration?
    var leading: UISwipeActionsConfiguration?

    init(rowHeight: CGFloat = 60, isMirrored: Bool = false) {
        window = UIWindow(host: host)
        window.backgroundColor = .systemBackground
        if isMirrored { list.semanticContentAttribute = .forceRightToLeft }
        list.contentSize = CGSize(width: 320, height: 1000)
        window.addSubview(list)
        for index in 0..<3 {
            let row = UILabel(frame: CGRect(x: 0, y: CGFloat(index) * rowHeight, width: 320, height: rowHeight))
            row.text = "  Row \(index)"
            row.backgroundColor = .systemBackground
            list.addSubview(row)
            rows.append(row)
        }
        trailing = UISwipeActionsConfiguration(actions: [
            action(.destructive, "Delete"), action(.normal, "More"), action(.normal, "Flag", .systemOrange),
        ])
        leading = UISwipeActionsConfiguration(actions: [action(.normal, "Read", .systemBlue)])
        swipe = RowSwipe(list: list, host: self)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
    }

    func action(_ style: UIContextualAction.Style, _ title: String, _ color: UIColor? = nil) -> UIContextualAction {
        let action = UIContextualAction(style: style, title: title) { [weak self] action, view, done in
            self?.lines.append("\(action.title ?? "") \(view is SwipeActionButton)")
            self?.completions.append(done)
        }
        if let color { action.backgroundColor = color }
        return action
    }

    func swipeRow(at point: CGPoint) -> (view: UIView, indexPath: IndexPath)? {
        rows.firstIndex { $0.frame.minY <= point.y && point.y < $0.frame.maxY }
            .map { (rows[$0], IndexPath(indexes: [0, $0])) }
    }

    func swipeActions(at indexPath: IndexPath, isLeading: Bool) -> UISwipeActionsConfiguration? {
        isLeading ? leading : trailing
    }
    func swipeWillBegin(_ view: UIView, at indexPath: IndexPath) { lines.append("begin \(indexPath[1])") }
    func swipeDidEnd(_ view: UIView, at indexPath: IndexPath) { lines.append("end \(indexPath[1])") }

    // MARK: Finger

    private var finger = CGPoint.zero

    private func send(_ phase: PointerEvent.Phase, _ point: CGPoint) {
        finger = point
        host.send(
            .pointer(
                PointerEvent(
                    phase, at: point, device: .touch, pointer: 1, button: phase == .moved ? nil : .primary,
                    buttons: phase == .released ? [] : [.primary])))
    }

    func press(_ x: CGFloat, _ y: CGFloat) { send(.pressed, CGPoint(x: x, y: y)) }

    func move(_ x: CGFloat, _ y: CGFloat, over seconds: Double = 0.3) {
        let (start, from, steps) = (host.time, finger, Int(seconds * 60))
        for step in 1...steps {
            host.advance(to: start + Double(step) / 60)
            let part = CGFloat(step) / CGFloat(steps)
            send(.moved, CGPoint(x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part))
        }
    }

    func release(after seconds: Double = 0) {
        host.advance(to: host.time + seconds)
        send(.released, finger)
    }

    func wait(_ seconds: Double = 1) { host.advance(to: host.time + seconds) }

    func pull(_ x: CGFloat, _ y: CGFloat, to end: CGFloat) {
        press(x, y)
        move(end, y)
        release(after: 0.5)
        wait()
    }
}
