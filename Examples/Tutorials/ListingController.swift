import QuartzCore
import UIKit

/// The page of a listing: the listing above, its controls below, which scroll where they have not the room.
final class ListingController: UIViewController {
    let listing: Listing
    private let stage = ListingStage()
    private let scrollView = UIScrollView()
    private let words = UILabel()
    private var rows: [ListingRow] = []
    private(set) var controls: ListingControls?

    init(_ listing: Listing) {
        self.listing = listing
        super.init(nibName: nil, bundle: nil)
        // The bar has room for the first words.
        title = listing.title.prefix { $0 != ":" }.description
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        let root = stage.show(listing)
        let controls = ListingControls(root: root)
        listing.controls(controls)
        self.controls = controls
        stage.touched = { [weak controls] point, movement in controls?.touched?(point, movement) }
        rows = controls.rows
        words.text = listing.shows
        words.numberOfLines = 0
        words.font = .systemFont(ofSize: 13)
        words.textColor = .secondaryLabel
        view.addSubview(stage)
        scrollView.addSubview(words)
        for row in rows { scrollView.addSubview(row) }
        view.addSubview(scrollView)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let width = view.bounds.width
        let scale = min(1, width / listing.size.width)
        let height = (listing.size.height * scale).rounded()
        let top = view.safeAreaInsets.top
        stage.frame = CGRect(x: 0, y: top, width: width, height: height)
        scrollView.frame = CGRect(
            x: 0, y: top + height, width: width, height: max(0, view.bounds.height - top - height))
        let text = words.sizeThatFits(CGSize(width: width - 32, height: 1000)).height
        words.frame = CGRect(x: 16, y: 8, width: width - 32, height: text)
        var y = words.frame.maxY + 4
        for row in rows {
            row.frame = CGRect(x: 0, y: y, width: width, height: ListingRow.height)
            y += ListingRow.height
        }
        scrollView.contentSize = CGSize(width: width, height: y + 8)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isMovingFromParent { controls?.end() }
    }
}

/// Where a listing's layers are shown: in the middle, smaller where they are wider than the page.
final class ListingStage: UIView {
    private var root: CALayer?
    var touched: ((CGPoint, CGSize) -> Void)?

    /// Builds a listing, and gives its root.
    func show(_ listing: Listing) -> CALayer {
        let root = CALayer()
        root.bounds = CGRect(origin: .zero, size: listing.size)
        // A listing may draw past its edges, within the page.
        listing.build(root)
        layer.addSublayer(root)
        clipsToBounds = true
        backgroundColor = .secondarySystemBackground
        self.root = root
        return root
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let root else { return }
        let scale = min(1, bounds.width / max(1, root.bounds.width))
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        root.position = CGPoint(x: bounds.midX, y: bounds.midY)
        root.setAffineTransform(CGAffineTransform(scaleX: scale, y: scale))
        CATransaction.commit()
    }

    private func hear(_ touches: Set<UITouch>) {
        guard let touch = touches.first, let root else { return }
        let (new, old) = (touch.location(in: self), touch.previousLocation(in: self))
        let (point, before) = (root.convert(new, from: layer), root.convert(old, from: layer))
        touched?(point, CGSize(width: point.x - before.x, height: point.y - before.y))
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { hear(touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { hear(touches) }
}
