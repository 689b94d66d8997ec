import MicaExamples
import MicaWindow
import UIKit

/// The listings of the tutorials as an app: a list in a window, and a page for each with controls that play with its layers.
@main
final class Tutorials: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        do {
            application.host = try LayerWindow(title: "Core Animation", size: CGSize(width: 375, height: 667))
        } catch {
            print("tutorials: \(error)")
            print("tutorials: without a display, 'mica-dev gallery' films the app: tutorial-NAME.mp4")
            return false
        }
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = TutorialsController.app()
        window?.makeKeyAndVisible()
        return true
    }
}
