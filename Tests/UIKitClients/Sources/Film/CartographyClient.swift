import Cartography
import UIKit

/// Views that are aligned, distributed and moved by a group of constraints.
@MainActor let cartography = Client(
    name: "Cartography", duration: 1.6, moments: [0.2, 0.8, 1.5]
) {
    Page { page in
        let colors: [UIColor] = [.systemRed, .systemGreen, .systemBlue]
        let views = colors.map { color in
            let view = UIView()
            view.backgroundColor = color
            page.view.addSubview(view)
            return view
        }
        constrain(views[0], views[1], views[2]) { first, second, third in
            guard let whole = first.superview else { return }
            first.width == (whole.width - 50) / 3
            second.width == first.width
            third.width == first.width
            first.height == first.width
            align(top: first, second, third)
            align(bottom: first, second, third)
            first.left == whole.left + 15
            distribute(by: 10, horizontally: first, second, third)
        }
        let group = constrain(views[0]) { first in
            guard let whole = first.superview else { return }
            first.top == whole.top + 20
        }
        page.view.layoutIfNeeded()
        UIView.animate(withDuration: 1) {
            constrain(views[0], replace: group) { first in
                guard let whole = first.superview else { return }
                first.bottom == whole.bottom - 20
            }
            page.view.layoutIfNeeded()
        }
    }
}
