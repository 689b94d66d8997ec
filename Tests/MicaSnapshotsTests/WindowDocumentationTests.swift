import MicaScripts
import MicaSnapshots
import Testing
import UIKit

@MainActor @Test func button_turns_blue() throws {
    let host = ScriptedWindow(size: CGSize(width: 120, height: 80), scale: 2)
    let window = UIWindow(host: host)
    let controller = UIViewController()
    let box = UIButton(frame: CGRect(x: 20, y: 20, width: 80, height: 40))
    box.backgroundColor = .gray
    box.addAction(UIAction { _ in box.backgroundColor = .blue }, for: .touchUpInside)
    controller.view.addSubview(box)
    window.rootViewController = controller
    window.makeKeyAndVisible()

    try host.perform("tap 60,40")
    host.advance(to: 1)
    try assertSnapshot(of: host, named: "window")
    try assertSnapshot(of: box, named: "button")
}
