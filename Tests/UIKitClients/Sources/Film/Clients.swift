import UIKit

@testable import Cosmos
@testable import DOFavoriteButton
@testable import HamburgerButton
@testable import NVActivityIndicatorView
@testable import Pastel
@testable import Pulsator
@testable import SAConfettiView
@testable import TKSubmitTransition

/// A controller that fills its view as it is told.
final class Page: UIViewController, UIViewControllerTransitioningDelegate {
    private let fill: (Page) -> Void
    /// Objects that only it holds.
    var owned: [AnyObject] = []

    init(_ color: UIColor = .white, _ fill: @escaping (Page) -> Void) {
        self.fill = fill
        super.init(nibName: nil, bundle: nil)
        view.backgroundColor = color
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if view.subviews.isEmpty, presentedViewController == nil { fill(self) }
    }

    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
        TKFadeInAnimator(transitionDuration: 0.5, startingAlpha: 0.8)
    }
}

private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> UIColor {
    UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
}

/// The recordings in the README of each repository.
@MainActor let clients: [Client] = [
    Client(
        name: "NVActivityIndicatorView", size: CGSize(width: 320, height: 640), duration: 3,
        moments: [0.1, 0.5, 1, 1.5]
    ) {
        Page(color(237, 85, 101)) { page in
            for (index, type) in NVActivityIndicatorType.allCases.filter({ $0 != .blank }).enumerated() {
                let cell = CGRect(x: index % 4 * 80, y: index / 4 * 80, width: 80, height: 80)
                let indicator = NVActivityIndicatorView(frame: cell, type: type, padding: type == .orbit ? 0 : 20)
                page.view.addSubview(indicator)
                indicator.startAnimating()
            }
        }
    },
    Client(
        name: "Cosmos", size: CGSize(width: 320, height: 160), duration: 2.5, moments: [0.2, 0.8, 1.2, 2.4],
        script: "press 50,75 by touch at 0.5\nmove 260,75 over 1 by touch\nrelease by touch"
    ) {
        Page { page in
            let modes: [StarFillMode] = [.full, .half, .precise]
            for (number, mode) in modes.enumerated() {
                let stars = CosmosView(frame: CGRect(x: 40, y: 20 + 40 * CGFloat(number), width: 240, height: 30))
                stars.settings.fillMode = mode
                stars.settings.starSize = 30
                stars.rating = 3.7
                stars.text = "(\(number))"
                page.view.addSubview(stars)
            }
        }
    },
    Client(
        name: "Pastel", size: CGSize(width: 188, height: 334), duration: 7, moments: [0.1, 1.5, 3, 4.5, 6]
    ) {
        Page { page in
            let gradient = PastelView(frame: page.view.bounds)
            gradient.startPastelPoint = .bottomLeft
            gradient.endPastelPoint = .topRight
            gradient.animationDuration = 3
            gradient.setColors([
                color(156, 39, 176), color(255, 64, 129), color(123, 31, 162), color(32, 76, 255), color(32, 158, 255),
                color(90, 120, 127), color(58, 255, 217),
            ])
            gradient.startAnimation()
            page.view.insertSubview(gradient, at: 0)
        }
    },
    Client(
        name: "HamburgerButton", duration: 3, moments: [0.3, 0.7, 0.85, 1.4, 2.2, 2.9],
        script: "tap 160,160 by touch at 0.5\ntap 160,160 by touch at 1.8"
    ) {
        Page(color(38, 151, 68)) { page in
            let button = HamburgerButton(frame: CGRect(x: 133, y: 133, width: 54, height: 54))
            button.addAction(UIAction { _ in button.showsMenu.toggle() }, for: .touchUpInside)
            page.view.addSubview(button)
        }
    },
    Client(
        name: "TKSubmitTransition", size: CGSize(width: 188, height: 334), duration: 3.5,
        moments: [0.3, 0.65, 0.75, 1.2, 1.7, 2, 3.2], script: "tap 94,250 by touch at 0.5", waits: true
    ) {
        Page(color(44, 62, 80)) { page in
            let button = TKTransitionSubmitButton(frame: CGRect(x: 20, y: 230, width: 148, height: 44))
            button.backgroundColor = .red
            button.setTitle("Sign in", for: .normal)
            button.normalCornerRadius = 22
            button.addAction(
                UIAction { _ in
                    button.animate(1) {
                        let second = Page(color(236, 240, 241)) { _ in }
                        second.transitioningDelegate = page
                        second.modalPresentationStyle = .fullScreen
                        page.present(second, animated: true, completion: nil)
                    }
                }, for: .touchUpInside)
            page.view.addSubview(button)
        }
    },
    Client(
        name: "SAConfettiView", size: CGSize(width: 188, height: 334), duration: 5, moments: [0.3, 1, 2, 4]
    ) {
        Page { page in
            let confetti = SAConfettiView(frame: page.view.bounds)
            confetti.type = .diamond
            page.view.addSubview(confetti)
            confetti.startConfetti()
        }
    },
    Client(name: "Pulsator", duration: 4, moments: [0.2, 1, 2, 3, 4]) {
        Page { page in
            let source = UIView(frame: CGRect(x: 150, y: 150, width: 20, height: 20))
            source.backgroundColor = color(0, 116, 193)
            page.view.addSubview(source)
            let pulsator = Pulsator()
            pulsator.numPulse = 5
            pulsator.radius = 140
            pulsator.animationDuration = 5
            pulsator.backgroundColor = color(0, 116, 193).cgColor
            page.view.layer.insertSublayer(pulsator, below: source.layer)
            pulsator.position = source.layer.position
            pulsator.start()
        }
    },
    Client(
        name: "DOFavoriteButton", duration: 2.5, moments: [0.3, 0.7, 0.8, 0.95, 1.2, 1.6],
        script: "tap 160,160 by touch at 0.5"
    ) {
        Page(color(44, 52, 63)) { page in
            let button = DOFavoriteButton(
                frame: CGRect(x: 110, y: 110, width: 100, height: 100), image: UIImage(named: "heart"))
            button.imageColorOn = color(254, 110, 111)
            button.circleColor = color(254, 110, 111)
            button.lineColor = color(226, 96, 96)
            button.addAction(
                UIAction { _ in if button.isSelected { button.deselect() } else { button.select() } },
                for: .touchUpInside)
            page.view.addSubview(button)
        }
    },
]
