import CoreGraphics
import Foundation
import MicaExamples
import MicaScripts
import QuartzCore
import ReftestKit
import Testing
import UIKit

/// Scripted UIKit programs through a server in another process: each frame of their films, byte for byte.
@MainActor @Suite(.serialized) struct UIKitFilmTests {
    /// A program, and its events.
    enum Program: String, CaseIterable {
        case button, animations, navigation, labels, effects
    }

    private func makeRoot(_ program: Program) -> UIViewController {
        let controller = UIViewController()
        let view: UIView = controller.view
        view.backgroundColor = .white
        switch program {
        case .button:
            let button = UIButton(type: .system)
            button.frame = CGRect(x: 40, y: 60, width: 120, height: 44)
            button.setTitle("Press", for: .normal)
            let mark = UIView(frame: CGRect(x: 20, y: 120, width: 30, height: 30))
            mark.backgroundColor = .red
            button.addAction(
                UIAction { _ in
                    UIView.animate(withDuration: 0.4) {
                        mark.center.x += 90
                        mark.backgroundColor = .blue
                    }
                }, for: .touchUpInside)
            view.addSubview(button)
            view.addSubview(mark)
        case .animations:
            for index in 0..<5 {
                let square = UIView(frame: CGRect(x: 10, y: 10 + 36 * index, width: 28, height: 28))
                square.backgroundColor = UIColor(hue: CGFloat(index) / 5, saturation: 0.8, brightness: 0.9, alpha: 1)
                square.layer.cornerRadius = CGFloat(index * 3)
                view.addSubview(square)
                UIView.animate(
                    withDuration: 0.7, delay: 0.05 * Double(index), usingSpringWithDamping: 0.5,
                    initialSpringVelocity: 1, options: index % 2 == 0 ? [] : [.autoreverse, .curveLinear],
                    animations: {
                        square.center.x = 160
                        square.transform = CGAffineTransform(rotationAngle: 1)
                        square.alpha = 0.6
                    })
            }
        case .navigation:
            controller.title = "One"
            let next = UIViewController()
            next.view.backgroundColor = .yellow
            next.title = "Two"
            let navigation = UINavigationController(rootViewController: controller)
            later = { navigation.pushViewController(next, animated: true) }
            return navigation
        case .labels:
            let label = UILabel(frame: CGRect(x: 10, y: 20, width: 180, height: 100))
            label.numberOfLines = 0
            label.text = "A text of several lines, which another takes the place of"
            view.addSubview(label)
            later = {
                UIView.transition(with: label, duration: 0.5, options: .transitionCrossDissolve) {
                    label.text = "The other one"
                    label.textColor = .red
                }
            }
        case .effects:
            for index in 0..<6 {
                let stripe = UIView(frame: CGRect(x: 0, y: index * 34, width: 200, height: 17))
                stripe.backgroundColor = index % 2 == 0 ? .orange : .purple
                view.addSubview(stripe)
            }
            let blur = UIVisualEffectView(effect: UIBlurEffect(style: .light))
            blur.frame = CGRect(x: 30, y: 30, width: 100, height: 100)
            view.addSubview(blur)
            later = { UIView.animate(withDuration: 0.5) { blur.center.y += 60 } }
        }
        return controller
    }

    /// The change a tenth of a second after the beginning.
    private final class Later { var body: (() -> Void)? }
    private let event = Later()
    private var later: (() -> Void)? {
        get { event.body }
        nonmutating set { event.body = newValue }
    }

    /// The pages of the tutorials' app, while a hand uses each of their controls.
    @Test(arguments: listings.map(\.id)) func a_page_s_film_is_the_same_through_a_process(id: String) throws {
        let used = ListingFilm(of: try #require(listings.first { $0.id == id }), threads: 1)
        let film = try ProcessFilm(used.host.renderer)
        var moved = Set<[UInt32]>()
        for frame in 0..<Int(used.duration * 5) {
            let time = Double(frame) / 5
            used.host.advance(to: time)
            let own = used.host.renderer.bitmap(at: time)
            #expect(try film.picture(at: time) == own, "frame \(frame)")
            moved.insert(own.pixels)
        }
        #expect(used.host.scriptFailure == nil)
        #expect(moved.count > 8, "\(moved.count) different pictures")
    }

    @Test(arguments: Program.allCases) func a_program_s_film_is_the_same_through_a_process(program: Program) throws {
        let host = ScriptedWindow(size: CGSize(width: 200, height: 200), scale: 1, threads: 1)
        host.background = CGColor(gray: 0, alpha: 1)
        let window = UIWindow(host: host)
        host.schedule(at: 0) {
            window.rootViewController = makeRoot(program)
            window.makeKeyAndVisible()
        }
        host.schedule(at: 0.1) { later?() }
        host.play(try EventScript("wait 0.1\ntap 90,80\nwait 1"))
        let film = try ProcessFilm(host.renderer)
        var moved = Set<[UInt32]>()
        for frame in 0..<30 {
            let time = Double(frame) / 25
            host.advance(to: time)
            let own = host.renderer.bitmap(at: time)
            #expect(try film.picture(at: time) == own, "frame \(frame)")
            moved.insert(own.pixels)
        }
        #expect(moved.count > 8, "\(moved.count) different pictures")
    }
}
