import MicaWindow
import QuartzCore

let window = try LayerWindow(title: "Ball", size: CGSize(width: 640, height: 360))
window.background = CGColor(srgbRed: 0.95, green: 0.95, blue: 0.92, alpha: 1)

let ball = CALayer()
ball.frame = CGRect(x: 40, y: 150, width: 60, height: 60)
ball.cornerRadius = 30
ball.backgroundColor = CGColor(srgbRed: 0.85, green: 0.2, blue: 0.1, alpha: 1)
window.layer.addSublayer(ball)

window.eventHandler = { event in
    switch event.content {
    case .pointer(let pointer) where pointer.phase == .pressed: ball.position = pointer.position
    case .key(let key) where key.isPressed && key.code == .escape: window.close()
    case .key(let key) where key.isPressed && key.characters == "f": window.isFullScreen.toggle()
    case .resize(let metrics): ball.position.y = metrics.size.height / 2
    default: break
    }
}
LayerWindow.runUntilClosed()
