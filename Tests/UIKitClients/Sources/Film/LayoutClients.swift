import UIKit

@testable import FaveButton
@testable import NVActivityIndicatorView
@testable import NVActivityIndicatorViewExtended
@testable import PaperOnboarding

/// A plain picture of one colour.
@MainActor private func disc(_ size: CGFloat, _ color: UIColor) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: size, height: size)).image { _ in
        color.setFill()
        UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: size, height: size)).fill()
    }
}

/// Pages for PaperOnboarding.
@MainActor private final class Pages: @MainActor PaperOnboardingDataSource {
    func onboardingItemsCount() -> Int { 3 }

    func onboardingItem(at index: Int) -> OnboardingItemInfo {
        let colors: [UIColor] = [.systemBlue, .systemPurple, .systemTeal]
        return OnboardingItemInfo(
            informationImage: disc(120, .white), title: "Page \(index + 1)",
            description: "All hotels and hostels are sorted by hospitality rating, on two lines",
            pageIcon: disc(20, .white),
            color: colors[index], titleColor: .white, descriptionColor: .white, titleFont: .boldSystemFont(ofSize: 30),
            descriptionFont: .systemFont(ofSize: 14))
    }
}

/// Repositories that live on Auto Layout.
@MainActor let layoutClients: [Client] = [
    Client(
        name: "PaperOnboarding", size: CGSize(width: 320, height: 568), duration: 2.5, moments: [0.2, 0.8, 1.1, 2.4],
        script: "drag 250,300 to 60,300 at 0.5 over 0.2 by touch"
    ) {
        Page { page in
            let pages = Pages()
            let view = PaperOnboarding()
            view.translatesAutoresizingMaskIntoConstraints = false
            page.view.addSubview(view)
            for attribute in [NSLayoutConstraint.Attribute.left, .right, .top, .bottom] {
                page.view.addConstraint(
                    NSLayoutConstraint(
                        item: view, attribute: attribute, relatedBy: .equal, toItem: page.view, attribute: attribute,
                        multiplier: 1, constant: 0))
            }
            view.dataSource = pages
            page.owned.append(pages)
        }
    },
    Client(
        name: "FaveButton", duration: 2.5, moments: [0.3, 0.6, 0.75, 0.9, 1.2, 2.4],
        script: "tap 160,160 by touch at 0.5"
    ) {
        Page { page in
            let button = FaveButton(
                frame: CGRect(x: 138, y: 138, width: 44, height: 44), faveIconNormal: UIImage(systemName: "heart.fill"))
            page.view.addSubview(button)
        }
    },
    Client(
        name: "NVActivityIndicatorViewExtended", size: CGSize(width: 320, height: 568), duration: 2,
        moments: [0.1, 0.6, 1.5],
        waits: true
    ) {
        Page(.systemTeal) { page in
            NVActivityIndicatorPresenter.sharedInstance.startAnimating(
                ActivityData(message: "Loading...", type: .ballSpinFadeLoader, displayTimeThreshold: 0))
        }
    },
]
