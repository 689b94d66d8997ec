import MicaWindow
import UIKit

@main
final class App: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        do {
            // The one line that iOS has not: a window of the desktop for UIKit's.
            application.host = try LayerWindow(title: "Hello", size: CGSize(width: 320, height: 240))
        } catch {
            print("Hello: \(error)")
            return false
        }
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = HelloController()
        window?.makeKeyAndVisible()
        return true
    }
}

final class HelloController: UIViewController {
    private let label = UILabel()
    private let field = UITextField()
    private let button = UIButton(type: .system)
    private var taps = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        label.text = "Hello, UIKit"
        label.textAlignment = .center
        field.borderStyle = .roundedRect
        field.placeholder = "Your name"
        button.setTitle("Tap me", for: .normal)
        button.addAction(UIAction { [weak self] _ in self?.tapped() }, for: .touchUpInside)
        view.addSubview(label)
        view.addSubview(field)
        view.addSubview(button)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        label.frame = CGRect(x: 20, y: 60, width: view.bounds.width - 40, height: 30)
        field.frame = CGRect(x: 60, y: 160, width: view.bounds.width - 120, height: 34)
        button.sizeToFit()
        button.center = CGPoint(x: view.bounds.midX, y: 130)
    }

    private func tapped() {
        taps += 1
        let name = field.text ?? ""
        label.text = name.isEmpty ? "Tapped \(taps) times" : "Hello, \(name)"
        UIView.animate(withDuration: 0.15) {
            self.label.transform = CGAffineTransform(scaleX: 1.2, y: 1.2)
        } completion: { _ in
            UIView.animate(withDuration: 0.15) { self.label.transform = .identity }
        }
    }
}
