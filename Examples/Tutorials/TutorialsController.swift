import UIKit

/// The list of the listings, which scrolls; a row opens its page.
public final class TutorialsController: UIViewController {
    private let scrollView = UIScrollView()
    private let stack = UIStackView()
    private static let height: CGFloat = 60

    /// The app: the list in a navigation controller.
    public static func app() -> UINavigationController {
        UINavigationController(rootViewController: TutorialsController(nibName: nil, bundle: nil))
    }

    /// Makes a row for each listing. *Source*: Apple, UIViewController.viewDidLoad().
    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Listings"
        view.backgroundColor = .systemBackground
        stack.axis = .vertical
        stack.distribution = .fillEqually
        for listing in listings {
            let row = TutorialRow(listing.title, listing.source)
            row.addAction(UIAction { [weak self] _ in self?.open(listing) }, for: .touchUpInside)
            stack.addArrangedSubview(row)
        }
        scrollView.addSubview(stack)
        view.addSubview(scrollView)
    }

    /// Gives the list all of the view. *Source*: Apple, UIViewController.viewDidLayoutSubviews().
    public override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        scrollView.frame = view.bounds
        let size = CGSize(width: view.bounds.width, height: Self.height * CGFloat(listings.count))
        stack.frame = CGRect(origin: .zero, size: size)
        scrollView.contentSize = size
    }

    /// Scrolls a listing's row into sight.
    func reveal(_ listing: Listing) {
        guard let index = listings.firstIndex(where: { $0.id == listing.id }) else { return }
        view.layoutIfNeeded()
        let inset = scrollView.adjustedContentInset
        let room = scrollView.bounds.height - inset.top - inset.bottom
        let y = Self.height * CGFloat(index) - (room - Self.height) / 2
        scrollView.contentOffset.y = max(0, min(y, scrollView.contentSize.height - room)) - inset.top
    }

    private func open(_ listing: Listing) {
        navigationController?.pushViewController(ListingController(listing), animated: true)
    }
}

/// A row of the list: a name, where it is from, and a sign that there is more.
private final class TutorialRow: UIControl {
    private let (name, source, more, line) = (UILabel(), UILabel(), UILabel(), UIView())

    init(_ name: String, _ source: String) {
        super.init(frame: .zero)
        self.name.text = name
        self.source.text = source
        self.source.font = .systemFont(ofSize: 12)
        self.source.textColor = .secondaryLabel
        more.text = "›"
        more.font = .systemFont(ofSize: 22)
        more.textColor = .tertiaryLabel
        line.backgroundColor = .separator
        line.isUserInteractionEnabled = false
        for view in [self.name, self.source, more, line] { addSubview(view) }
        accessibilityLabel = name
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted ? .systemGray4 : nil }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width
        name.frame = CGRect(x: 16, y: 9, width: width - 56, height: 22)
        source.frame = CGRect(x: 16, y: 32, width: width - 56, height: 18)
        more.frame = CGRect(x: width - 32, y: 0, width: 20, height: bounds.height - 4)
        line.frame = CGRect(x: 16, y: bounds.height - 1, width: width - 16, height: 1)
    }
}
