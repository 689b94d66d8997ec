import UIKit

/// The list of the listings; a row opens its page.
public final class TutorialsController: UITableViewController {
    /// The app: the list in a navigation controller.
    public static func app() -> UINavigationController {
        UINavigationController(rootViewController: TutorialsController(style: .plain))
    }

    /// Registers the cells. *Source*: Apple, UIViewController.viewDidLoad().
    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Listings"
        tableView.register(TutorialCell.self, forCellReuseIdentifier: "listing")
    }

    /// Scrolls a listing's row into sight.
    func reveal(_ listing: Listing) {
        guard let row = listings.firstIndex(where: { $0.id == listing.id }) else { return }
        view.layoutIfNeeded()
        tableView.scrollToRow(at: IndexPath(row: row, section: 0), at: .middle, animated: false)
    }

    /// The number of listings.
    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        listings.count
    }

    /// A row: a name, where it is from, and a sign that there is more.
    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "listing", for: indexPath)
        let listing = listings[indexPath.row]
        cell.textLabel?.text = listing.title
        cell.detailTextLabel?.text = listing.source
        cell.detailTextLabel?.textColor = .secondaryLabel
        cell.accessoryType = .disclosureIndicator
        cell.isAccessibilityElement = true
        cell.accessibilityLabel = listing.title
        cell.accessibilityTraits = .button
        return cell
    }

    /// Opens the page of a listing.
    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        navigationController?.pushViewController(ListingController(listings[indexPath.row]), animated: true)
    }
}

/// A cell with two lines.
private final class TutorialCell: UITableViewCell {
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) { nil }
}
