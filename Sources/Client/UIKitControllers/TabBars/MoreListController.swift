import CoreGraphics
import Foundation

/// The list of a tab bar controller's "More": the controllers without an item in the bar.
final class MoreListController: UIViewController {
    private weak var tabs: UITabBarController?
    private let scrollView = UIScrollView()
    private var rows: [MoreRow] = []
    private static let height: CGFloat = 44

    init(_ tabs: UITabBarController) {
        self.tabs = tabs
        super.init(nibName: nil, bundle: nil)
        title = "More"
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = scrollView }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        scrollView.alwaysBounceVertical = true
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        for row in rows { row.removeFromSuperview() }
        rows = (tabs?.others ?? []).map { controller in
            let row = MoreRow(controller.tabBarItem)
            row.addAction(
                UIAction { [weak self] _ in self?.navigationController?.pushViewController(controller, animated: true)
                },
                for: .touchUpInside)
            scrollView.addSubview(row)
            return row
        }
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        for (index, row) in rows.enumerated() {
            row.frame = CGRect(
                x: 0, y: CGFloat(index) * Self.height, width: view.bounds.width, height: Self.height)
        }
        scrollView.contentSize = CGSize(width: view.bounds.width, height: CGFloat(rows.count) * Self.height)
    }
}

/// A row of "More": the item's picture and title, and a chevron.
private final class MoreRow: UIControl {
    private let (picture, label, more, line) = (UIImageView(), UILabel(), UIImageView(), UIView())

    init(_ item: UITabBarItem) {
        super.init(frame: .zero)
        picture.image = item.image?.withRenderingMode(.alwaysTemplate)
        picture.contentMode = .center
        label.text = item.title
        more.image = UIImage(systemName: "chevron.right", withConfiguration: UIImage.SymbolConfiguration(pointSize: 13))
        more.contentMode = .center
        more.tintColor = .tertiaryLabel
        line.backgroundColor = .separator
        for part in [picture, label, more, line] as [UIView] {
            part.isUserInteractionEnabled = false
            addSubview(part)
        }
        accessibilityLabel = item.title
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted ? .systemGray4 : nil }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let left: CGFloat = picture.image == nil ? 16 : 58
        picture.frame = CGRect(x: 14, y: 0, width: 30, height: bounds.height)
        label.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left - 40), height: bounds.height)
        more.frame = CGRect(x: bounds.width - 32, y: 0, width: 16, height: bounds.height)
        line.frame = CGRect(x: left, y: bounds.height - 0.5, width: bounds.width - left, height: 0.5)
    }
}
