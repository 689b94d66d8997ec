import MicaWindow
import UIKit

// A window over the whole screen with a large clock and a button that counts visitors. Escape ends it.

@main
final class Kiosk: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        do {
            let screen = try LayerWindow(title: "Kiosk", size: CGSize(width: 800, height: 480))
            screen.isFullScreen = true
            application.host = screen
        } catch {
            print("kiosk: \(error)")
            return false
        }
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = KioskController()
        window?.makeKeyAndVisible()
        return true
    }
}

final class KioskController: UIViewController {
    private let clock = UILabel()
    private let button = UIButton(type: .system)
    private var visitors = 0
    private var timer: Timer?

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        clock.font = .systemFont(ofSize: 96)
        clock.textAlignment = .center
        button.titleLabel?.font = .systemFont(ofSize: 36)
        button.setTitle("I am here", for: .normal)
        button.addAction(UIAction { [weak self] _ in self?.count() }, for: .touchUpInside)
        let stack = UIStackView(arrangedSubviews: [clock, button])
        stack.axis = .vertical
        stack.spacing = 40
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        ])
        showTime()
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            MainActor.assumeIsolated { self?.showTime() }
        }
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if presses.contains(where: { $0.key?.keyCode == .keyboardEscape }) { exit(0) }
        super.pressesBegan(presses, with: event)
    }

    private func showTime() {
        let time = Calendar.current.dateComponents([.hour, .minute], from: Date())
        clock.text = String(format: "%02d:%02d", time.hour ?? 0, time.minute ?? 0)
    }

    private func count() {
        visitors += 1
        button.setTitle("\(visitors) visitors", for: .normal)
        UIView.animate(withDuration: 0.15) {
            self.button.transform = CGAffineTransform(scaleX: 1.1, y: 1.1)
        } completion: { _ in
            UIView.animate(withDuration: 0.15) { self.button.transform = .identity }
        }
    }
}
