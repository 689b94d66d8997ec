import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = CountController()
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}

/// Counts touches; what it shows comes by way of another thread.
final class CountController: UIViewController {
    private let button = UIButton(type: .system)
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        button.frame = CGRect(x: 20, y: 60, width: 200, height: 44)
        button.setTitle("Count 0", for: .normal)
        button.addTarget(self, action: #selector(add), for: .touchUpInside)
        view.addSubview(button)
    }

    @objc private func add() {
        count += 1
        let title = "Count \(count)"
        DispatchQueue.global().async {
            DispatchQueue.main.async { self.button.setTitle(title, for: .normal) }
        }
    }
}
